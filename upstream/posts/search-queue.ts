import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { indexPosts } from '../db/search-index.ts'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import { withWriteLock } from './counts.ts'
import { loadIndexedPosts } from './reindex.ts'

/** Small, so that other writers wait only tens of milliseconds. */
const BATCH_SIZE = 20
const PAUSE_MS = 5
const CHECK_MS = 60_000

export interface SearchQueue {
  start(): void
  /** Resolves when all queued posts are indexed, or after `ms`. */
  settled(ms: number): Promise<void>
  stop(): Promise<void>
}

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

async function indexBatch({ db, dialect }: OpenDatabase): Promise<void> {
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
}

/** The queue is in the database, so that another process or the next start can continue after a crash. */
export function startSearchQueue(database: OpenDatabase, logger: Logger): SearchQueue {
  let running: Promise<void> | null = null
  let stopped = false

  const work = async () => {
    while (!stopped && (await isQueued(database.db))) {
      await indexBatch(database)
      await wait(PAUSE_MS)
    }
  }
  const start = () => {
    running ??= work()
      .catch((error: unknown) => logger.error({ err: error }, 'The search could not be updated'))
      .finally(() => {
        running = null
      })
  }
  start()
  const timer = setInterval(start, CHECK_MS).unref()

  return {
    start,
    settled: async (ms) => {
      start()
      await Promise.race([running, wait(ms, undefined, { ref: false })])
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
