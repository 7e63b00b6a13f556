import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { TRASH_DAYS } from '#contract/post-status.ts'
import { can } from '#contract/roles.ts'
import { DAY_MS } from '#contract/time.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { Account, FreshAccount } from '../accounts/tokens.ts'
import type { Db, DialectName, OpenDatabase } from '../db/open.ts'
import { recordPostDeleted, recordPostPurged } from './activity.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'
import { deletePost } from './unlist.ts'

/** Small, so that other writers wait only briefly. */
const BATCH_SIZE = 20
const PAUSE_MS = 5
/** The client calls again for the rest, so that each response is quick. */
const MAX_EMPTYING_MS = 5_000

interface Trash {
  authorId: number | null
  before: number
}

const selectTrashed = (db: Db, { authorId, before }: Trash) =>
  db
    .selectFrom('removed_posts')
    .innerJoin('posts', 'posts.id', 'removed_posts.post_id')
    .where('trashed_at', '<=', before)
    .$if(authorId !== null, (rows) => rows.where('author_id', '=', authorId))

const trashOf = ({ role, authorId }: Account, before: number): Trash => ({
  authorId: can(role, 'editContent') ? null : authorId,
  before,
})

/** Null for the automatic purge, which has no account. */
async function deleteBatch(trx: LockedTrx, dialect: DialectName, trash: Trash, account: FreshAccount | null) {
  const posts = await selectTrashed(trx, trash)
    .selectAll('posts')
    .orderBy('trashed_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const post of posts) {
    if (account) await recordPostDeleted(trx, account, post.id)
    else await recordPostPurged(trx, post.id)
    await deletePost(trx, dialect, post)
  }
  return posts.length
}

/** The next run continues after a shutdown. */
export async function purgeTrash({ db, dialect }: OpenDatabase, isStopped: () => boolean): Promise<void> {
  const trash = { authorId: null, before: Date.now() - TRASH_DAYS * DAY_MS }
  const purge = () => withWriteLock(db, (trx) => deleteBatch(trx, dialect, trash, null))
  while (!isStopped() && (await purge()) > 0) await wait(PAUSE_MS)
}

export async function emptyTrash(caller: Caller, maxMs = MAX_EMPTYING_MS) {
  const start = Date.now()
  const { db, dialect } = caller.database
  let deleted = 0
  for (;;) {
    const posts = await withWriteLockAs(caller, (trx, account) =>
      deleteBatch(trx, dialect, trashOf(account, start), account),
    )
    deleted += posts
    if (posts === 0) return { deleted, remaining: 0 }
    if (Date.now() - start > maxMs) break
    await wait(PAUSE_MS)
  }
  const { remaining } = await selectTrashed(db, trashOf(caller.account, start))
    .select(sql<number>`count(*)`.as('remaining'))
    .executeTakeFirstOrThrow()
  return { deleted, remaining }
}
