import { sql } from 'kysely'
import { toCsv } from '#contract/csv.ts'
import { SUBSCRIBERS_PER_PAGE, type SubscriberPage } from '#contract/subscribers.ts'
import { toIso } from '#contract/time.ts'
import { likePart } from '../db/parameters.ts'
import type { Db } from '../db/open.ts'
import { readPage } from '../http/pages.ts'

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

export async function exportSubscribers(db: Db): Promise<string> {
  const rows = await newestFirst(confirmed(db, '')).execute()
  return toCsv([
    ['email', 'subscribed'],
    ...rows.map(({ email, confirmed_at }) => [email, toIso(confirmed_at ?? 0)]),
  ])
}
