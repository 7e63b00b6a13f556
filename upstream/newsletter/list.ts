import { sql } from 'kysely'
import { toCsv } from '#contract/csv.ts'
import { SUBSCRIBERS_PER_PAGE, type SubscriberPage } from '#contract/subscribers.ts'
import { toIso } from '#contract/time.ts'
import { likePart } from '../db/like.ts'
import type { Db } from '../db/open.ts'

const confirmed = (db: Db, search: string) =>
  db
    .selectFrom('subscribers')
    .where('confirmed_at', 'is not', null)
    .$if(search !== '', (rows) => rows.where(sql<boolean>`address like ${likePart(search)} escape '\\'`))

const newestFirst = (db: Db, search: string) =>
  confirmed(db, search)
    .select(['id', 'email', 'confirmed_at'])
    .orderBy('confirmed_at', 'desc')
    .orderBy('address')

export async function listSubscribers(db: Db, search: string, page: number): Promise<SubscriberPage> {
  const rows = await newestFirst(db, search)
    .limit(SUBSCRIBERS_PER_PAGE)
    .offset((page - 1) * SUBSCRIBERS_PER_PAGE)
    .execute()
  const counted = await confirmed(db, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  return {
    data: rows.map(({ id, email, confirmed_at }) => ({ id, email, since: toIso(confirmed_at ?? 0) })),
    total,
    totalPages: Math.ceil(total / SUBSCRIBERS_PER_PAGE),
  }
}

export async function exportSubscribers(db: Db): Promise<string> {
  const rows = await newestFirst(db, '').execute()
  return toCsv([
    ['email', 'subscribed'],
    ...rows.map(({ email, confirmed_at }) => [email, toIso(confirmed_at ?? 0)]),
  ])
}
