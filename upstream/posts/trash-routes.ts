import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import type { ActivityKind } from '#contract/activity.ts'
import { ApiError } from '#contract/errors.ts'
import { postDeletionQuerySchema } from '#contract/posts.ts'
import { can } from '#contract/roles.ts'
import { requireAbility, withWriteLockAs, type StaffEnv } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { DialectName } from '../db/open.ts'
import type { AppEnv } from '../http/env.ts'
import { etagOf } from '../http/version.ts'
import { recordPostDeleted, recordPostMoved } from './activity.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { findPost, loadFullPost } from './load.ts'
import { emptyTrash } from './purge.ts'
import { getPostForMove } from './own-post.ts'
import { sendPost } from './send.ts'
import type { PostRow } from './stored.ts'
import { deletePost } from './unlist.ts'
import { archivePost, getStatus, removedStatus, restorePost, trashPost, type Status } from './trash.ts'

const write = requireAbility('writePosts')

interface Move {
  kind: Extract<ActivityKind, `post.${string}`>
  move(trx: LockedTrx, dialect: DialectName, stored: PostRow): Promise<Status | null>
}

const toArchive: Move = { kind: 'post.archived', move: archivePost }
const toTrash: Move = { kind: 'post.trashed', move: trashPost }
const back: Move = { kind: 'post.restored', move: restorePost }

async function movePost(c: Context<StaffEnv>, ref: string, { kind, move }: Move) {
  const { db, database } = c.var
  const { id } = await findPost(db, ref, true)
  await withWriteLockAs(c.var, async (trx, account) => {
    const stored = await getPostForMove(trx, account, id, c.req.header('if-match'))
    const from = await getStatus(trx, stored)
    const to = await move(trx, database.dialect, stored)
    if (to) await recordPostMoved(trx, account, id, kind, { from, to })
  })
  return id
}

/** Only owners and editors can skip the trash, from which others can still restore the post. */
async function requireDeletable(trx: LockedTrx, account: FreshAccount, stored: PostRow) {
  if (can(account.role, 'editContent') || (await removedStatus(trx, stored)) === 'trash') return
  throw new ApiError('forbidden', 'Move the post to the trash before you delete it permanently.')
}

async function deleteForever(c: Context<StaffEnv>, ref: string) {
  const { db, database } = c.var
  const { id } = await findPost(db, ref, true)
  await withWriteLockAs(c.var, async (trx, account) => {
    const stored = await getPostForMove(trx, account, id, c.req.header('if-match'))
    await requireDeletable(trx, account, stored)
    await recordPostDeleted(trx, account, id)
    await deletePost(trx, database.dialect, stored)
  })
  return c.json({ message: 'Blog post deleted' })
}

export const removedPosts = new Hono<AppEnv>()
  .delete('/blogs/:ref', write, zValidator('query', postDeletionQuerySchema), async (c) => {
    const ref = c.req.param('ref')
    if (c.req.valid('query').forever) return deleteForever(c, ref)
    const { id, version } = await loadFullPost(c.var.db, await movePost(c, ref, toTrash))
    const data = { id, status: 'trash', version }
    return c.json({ message: 'Blog post moved to the trash', data }, 200, { etag: etagOf(version) })
  })
  .post('/blogs/:ref/archive', write, async (c) =>
    sendPost(c, await movePost(c, c.req.param('ref'), toArchive)),
  )
  .post('/blogs/:ref/restore', write, async (c) => sendPost(c, await movePost(c, c.req.param('ref'), back)))
  /** Authors empty only their own part of the trash. */
  .delete('/trash', write, async (c) => c.json({ data: await emptyTrash(c.var) }))
