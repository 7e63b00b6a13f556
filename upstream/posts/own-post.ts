import type { Account, FreshAccount } from '../accounts/tokens.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { matchesVersion, outdatedDocument } from '../http/version.ts'
import { findPost, postNotFound } from './load.ts'
import { requireOwnPost } from './permissions.ts'
import type { PostRow } from './stored.ts'
import { requireListed } from './trash.ts'

export async function findOwnPost(db: Db, account: Account, ref: string) {
  const { id } = await findPost(db, ref, true)
  const post = await db
    .selectFrom('posts')
    .select(['id', 'author_id', 'version', 'published'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(postNotFound)
  requireOwnPost(account, post)
  return post
}

/** Unlike `getPostForWrite`, this also finds archived and trashed posts. */
export async function getPostForMove(
  trx: LockedTrx,
  account: FreshAccount,
  id: number,
  ifMatch = '*',
): Promise<PostRow> {
  const post = await trx.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!post) throw postNotFound()
  requireOwnPost(account, post)
  await requirePostVersion(trx, post, ifMatch)
  return post
}

export async function getPostForWrite(
  trx: LockedTrx,
  account: FreshAccount,
  id: number,
  ifMatch = '*',
): Promise<PostRow> {
  const post = await getPostForMove(trx, account, id)
  await requireListed(trx, post)
  await requirePostVersion(trx, post, ifMatch)
  return post
}

async function requirePostVersion(trx: Trx, post: PostRow, ifMatch: string): Promise<void> {
  if (matchesVersion(ifMatch, post.version)) return
  const message = 'This post was edited by someone else. Reload it to see the latest version.'
  throw await outdatedDocument(trx, post, message)
}
