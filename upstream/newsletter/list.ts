import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { toCsv } from '#contract/csv.ts'
import { SUBSCRIBERS_PER_PAGE, type SubscriberPage } from '#contract/subscribers.ts'
import { toIso } from '#contract/time.ts'
import { likePart } from '../db/parameters.ts'
import type { Db } from '../db/open.ts'
import { readPage } from '../http/pages.ts'

const EXPORT_BATCH = 1000

const confirmed = (db: Db, search: string) =>
  db
    .selectFrom('subscribers')
    .where('confirmed_at', 'is not', null)
    .$if(search !== '', (rows) => rows.where(sql<boolean>`address like ${likePart(search)} escape '\\'`))

const newestFirst = (rows: ReturnType<typeof confirmed>) =>
  rows.select(['id', 'email', 'confirmed_at']).orderBy('confirmed_at', 'desc').orderBy('address')

export async function listSubscribers(db: Db, search: string, page: number): Promise<SubscriberPage> {
  const limit = SUBSCRIBERS_PER_PAGE
  const { rows, ...totals } = await readPage(confirmed(db, search), newestFirst, { page, limit })
  return {
    data: rows.map(({ id, email, confirmed_at }) => ({ id, email, since: toIso(confirmed_at ?? 0) })),
    ...totals,
  }
}

/** Reads in batches, so that other requests are served in between. */
export async function* exportSubscribers(db: Db, search: string): AsyncGenerator<string> {
  yield toCsv([['email', 'subscribed']])
  let following = sql<boolean>`1 = 1`
  for (;;) {
    const rows = await newestFirst(confirmed(db, search))
      .select('address')
      .where(following)
      .limit(EXPORT_BATCH)
      .execute()
    yield toCsv(rows.map(({ email, confirmed_at }) => [email, toIso(confirmed_at ?? 0)]))
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH) return
    const { confirmed_at: at, address } = last
    following = sql<boolean>`confirmed_at <= ${at} and (confirmed_at < ${at} or address > ${address})`
    await setImmediate()
  }
}
