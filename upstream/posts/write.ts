import type { Selectable } from 'kysely'
import { idempotencyKey, once } from '../idempotency.ts'
import { forStaff, type Call } from '../call.ts'
import type { Account } from '../accounts/tokens.ts'
import { Fault } from '../faults.ts'
import type { Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { lockPosts } from './counts.ts'
import { readNewPost, readPostChange } from './input.ts'
import { findPost, postResponse, wholePost } from './read.ts'
import { changePost, insertPost, removePost } from './store.ts'

export const createPost = forStaff(async (call: Call, account: Account) => {
  const key = idempotencyKey(call.request)
  const { fields, cover } = await readNewPost(call.request)
  const { result } = await call.db.transaction().execute(async (trx) => {
    await lockPosts(trx)
    return once(trx, `posts:${account.id}`, key, async () => {
      const post = { ...fields, authorId: account.authorId, createdAt: Date.now(), cover }
      return String(await insertPost(trx, call.dialect, post))
    })
  })
  return postResponse(await wholePost(call.db, Number(result)), 201)
})

/** A save that started from an older version than the stored one must not overwrite it. */
async function refuseOutdated(
  request: Request,
  trx: Trx,
  stored: Selectable<Tables['posts']>,
): Promise<void> {
  const { version, updated_at, updated_by } = stored
  const wanted = request.headers.get('if-match')
  if (wanted === null || wanted.trim() === '*') return
  const versions = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (versions.includes(`"v${version}"`)) return
  const editor = await trx
    .selectFrom('authors')
    .select('name')
    .where('id', '=', updated_by)
    .executeTakeFirst()
  throw new Fault('outdated', 'This post was changed in the meantime. Reload it to see the newest version.', {
    stored: { version, updatedAt: new Date(updated_at).toISOString(), updatedBy: editor?.name ?? null },
    headers: { etag: `"v${version}"` },
  })
}

export const updatePost = forStaff(async (call, account) => {
  const { id } = await findPost(call, true)
  const change = await readPostChange(call.request)
  await call.db.transaction().execute(async (trx) => {
    await lockPosts(trx)
    const stored = await trx.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!stored) throw new Fault('not_found', 'Blog post not found')
    await refuseOutdated(call.request, trx, stored)
    await changePost(trx, call.dialect, stored, change, account.authorId)
  })
  return postResponse(await wholePost(call.db, id))
})

export const deletePost = forStaff(async (call) => {
  const { id } = await findPost(call, true)
  await call.db.transaction().execute(async (trx) => {
    await lockPosts(trx)
    const stored = await trx.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!stored) throw new Fault('not_found', 'Blog post not found')
    await refuseOutdated(call.request, trx, stored)
    await removePost(trx, call.dialect, stored)
  })
  return Response.json({ message: 'Blog post deleted' })
})
