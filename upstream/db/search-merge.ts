import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from './open.ts'

/** Takes a few milliseconds, during which a process with SQLite does nothing else. */
const PAGES_AT_ONCE = 32
const MERGE_PAUSE_MS = 20
/** Other jobs wait for a merge, so the rest is left to the next run. */
const MAX_MERGE_STEPS = 200

const searchTables = ['post_search', 'message_search'] as const
type SearchTable = (typeof searchTables)[number]

/** SQLite looks up each word in every part that writes have added, so the parts are merged into one. */
export const mergeSearchParts = (database: OpenDatabase, isStopped?: () => boolean) =>
  mergeParts(database, -PAGES_AT_ONCE, isStopped)

/** Merges parts of similar size, which leaves a few, and takes much less time. */
export const mergeNewSearchParts = (database: OpenDatabase, isStopped?: () => boolean) =>
  mergeParts(database, PAGES_AT_ONCE, isStopped)

/** A negative number begins a merge of all parts, and positive ones continue it. */
async function mergeParts({ db, dialect }: OpenDatabase, firstPages: number, isStopped = () => false) {
  if (dialect !== 'sqlite') return
  for (const table of searchTables) {
    let pages = firstPages
    for (let step = 0; step < MAX_MERGE_STEPS; step += 1) {
      if (isStopped() || !(await mergePages(db, table, pages))) break
      pages = PAGES_AT_ONCE
      await wait(MERGE_PAUSE_MS)
    }
  }
}

/** FTS5 changes fewer than two rows when there is nothing left to merge. */
const mergePages = (db: Db, table: SearchTable, pages: number) =>
  db.transaction().execute(async (trx) => {
    const before = await countChanges(trx)
    await configure(trx, table, 'merge', pages)
    return (await countChanges(trx)) - before >= 2
  })

/** Two parts are enough to be merged; by default, FTS5 waits for four of similar size. */
export const mergePairs = (trx: Trx, table: SearchTable) => configure(trx, table, 'usermerge', 2)

const configure = (trx: Trx, table: SearchTable, command: string, value: number) =>
  sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values (${command}, ${sql.lit(value)})`.execute(
    trx,
  )

async function countChanges(trx: Trx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]?.changes ?? 0
}
