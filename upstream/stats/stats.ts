import { sql } from 'kysely'
import type { Stats } from '#lib/admin/schema.ts'
import { forStaff } from '../call.ts'
import type { Db } from '../db/open.ts'
import { recentActivity } from './activity.ts'

const DAY_MS = 24 * 3_600_000
const PERIOD_DAYS = 30
const MONTHS = 6

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What the staff's dashboard shows, each figure by an index or kept. */
export const readStats = forStaff(async ({ db }) => {
  const now = Date.now()
  const data: Stats = {
    posts: { ...(await postTotals(db)), ...(await flowOf(db, 'posts', now)) },
    messages: {
      total: await rowsOf(db, 'contact_messages'),
      unread: await unreadMessages(db),
      ...(await flowOf(db, 'contact_messages', now)),
    },
    subscribers: { total: await rowsOf(db, 'subscribers'), ...(await flowOf(db, 'subscribers', now)) },
    users: { total: await rowsOf(db, 'accounts'), ...(await flowOf(db, 'accounts', now)) },
    views: await viewsUntil(db, now),
    activity: await recentActivity(db),
  }
  return Response.json({ data })
})

async function postTotals(db: Db) {
  const { total, published } = await db
    .selectFrom('totals')
    .select(['total', 'published'])
    .executeTakeFirstOrThrow()
  return { total, published, draft: total - published }
}

/** When a row came in; a subscriber does by confirming. */
const arrival = {
  posts: 'posts.created_at',
  contact_messages: 'contact_messages.created_at',
  subscribers: 'subscribers.confirmed_at',
  accounts: 'accounts.created_at',
} as const
type Dated = keyof typeof arrival

async function rowsOf(db: Db, table: Dated, from = 0, to = Number.MAX_SAFE_INTEGER): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where(sql.ref<number>(arrival[table]), '>', from)
    .where(sql.ref<number>(arrival[table]), '<=', to)
    .executeTakeFirstOrThrow()
  return rows
}

async function unreadMessages(db: Db): Promise<number> {
  const { rows } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return rows
}

/** Rows of the last 30 days, and of the 30 days before those. */
async function flowOf(db: Db, table: Dated, now: number): Promise<{ recent: number; before: number }> {
  const since = (periods: number) => now - periods * PERIOD_DAYS * DAY_MS
  return {
    recent: await rowsOf(db, table, since(1), now),
    before: await rowsOf(db, table, since(2), since(1)),
  }
}

/** At most half a year of days, one row each. */
async function viewsUntil(db: Db, now: number): Promise<Stats['views']> {
  const today = new Date(now)
  const months = Array.from({ length: MONTHS }, (_, index) =>
    dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (MONTHS - 1 - index), 1)).slice(0, 7),
  )
  const days = await db
    .selectFrom('view_days')
    .select(['day', 'views'])
    .where('day', '>=', `${months[0]}-01`)
    .execute()
  const sum = (counts: (day: string) => boolean) =>
    days.reduce((views, row) => (counts(row.day) ? views + row.views : views), 0)
  const start = (periods: number) => dayOf(now - periods * PERIOD_DAYS * DAY_MS)
  return {
    recent: sum((day) => day > start(1)),
    before: sum((day) => day > start(2) && day <= start(1)),
    months: months.map((month) => ({ month, views: sum((day) => day.startsWith(month)) })),
  }
}
