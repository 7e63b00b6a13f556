import { PostgresIntrospector, sql } from 'kysely'
import type { Db, Trx } from './open.ts'

declare const lock: unique symbol

/** Functions that must run under the write lock take this type. */
export type LockedTrx = Trx & { readonly [lock]: true }

/** An arbitrary lock number that differs from that of the migrations. */
const ADVISORY_LOCK = 7_401_952

const queue = sql<boolean>`(select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})) is not null`

/** PostgreSQL grants an advisory lock in the order of requests, but lets newer ones overtake those that wait for a row. */
const lockTotals = (trx: Trx) =>
  trx
    .updateTable('totals')
    .$if(trx.introspection instanceof PostgresIntrospector, (update) => update.where(queue))

/** Locks the only row of `totals` until the end of the transaction, so that writers run one after another. */
export async function lockWrites(trx: Trx): Promise<LockedTrx> {
  await lockTotals(trx)
    .set({ last_id: sql`last_id` })
    .execute()
  return trx as LockedTrx
}

/** Runs a transaction that writes posts, tags, authors, accounts, media or e-mails to accounts: counts stay exact and writers cannot deadlock. */
export function withWriteLock<Result>(db: Db, work: (trx: LockedTrx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await nextId(trx)
    return work(trx as LockedTrx)
  })
}

/** The next internal id. Taking it locks the same row. */
export const nextId = (trx: Trx): Promise<number> => nextIds(trx, 1)

export async function nextIds(trx: Trx, count: number): Promise<number> {
  const { last_id } = await lockTotals(trx)
    .set({ last_id: sql`last_id + ${count}` })
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return last_id - count + 1
}
