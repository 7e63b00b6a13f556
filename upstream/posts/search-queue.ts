import { sql } from 'kysely'
import type { Logger } from 'pino'
import { indexPosts } from '../db/search-index.ts'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import { startQueue, type Queue } from '../jobs/queue.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { loadIndexedPosts } from './reindex.ts'

/** Small, so that other writers wait only tens of milliseconds. */
const BATCH_SIZE = 20

export async function queueForSearch(trx: Trx, tagIds: number[]): Promise<void> {
  await trx
    .insertInto('search_queue')
    .columns(['post_id'])
    .expression(trx.selectFrom('post_tags').select('post_id').distinct().where('tag_id', 'in', tagIds))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countQueued(db: Db): Promise<number> {
  const { queued } = await db
    .selectFrom('search_queue')
    .select(sql<number>`count(*)`.as('queued'))
    .executeTakeFirstOrThrow()
  return queued
}

const isQueued = async (db: Db) =>
  (await db.selectFrom('search_queue').select('post_id').limit(1).executeTakeFirst()) !== undefined

async function indexBatch({ db, dialect }: OpenDatabase): Promise<boolean> {
  if (!(await isQueued(db))) return false
  await withWriteLock(db, async (trx) => {
    const rows = await trx
      .selectFrom('search_queue')
      .select('post_id')
      .orderBy('post_id')
      .limit(BATCH_SIZE)
      .execute()
    const ids = rows.map((row) => row.post_id)
    if (ids.length === 0) return
    await indexPosts(trx, dialect, await loadIndexedPosts(trx, ids))
    await trx.deleteFrom('search_queue').where('post_id', 'in', ids).execute()
  })
  return true
}

export const startSearchQueue = (database: OpenDatabase, logger: Logger): Queue =>
  startQueue(
    () => indexBatch(database),
    (error) => logger.error({ err: error }, 'The search could not be updated'),
  )
