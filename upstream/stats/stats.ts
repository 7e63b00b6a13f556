import { Hono } from 'hono'
import { sql } from 'kysely'
import { addDays, lastMonths, startOfDay, toDay } from '#contract/calendar.ts'
import { can } from '#contract/roles.ts'
import type { Stats } from '#contract/stats.ts'
import { requireAccount } from '../accounts/authenticate.ts'
import { dayPeriod, listDays, toDayText } from '../analytics/periods.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import type { AppEnv } from '../http/env.ts'
import { isListed } from '../posts/removed.ts'
import { countUnread } from '../notifications/list.ts'
import { getRecentActivity } from './activity.ts'

const PERIOD_DAYS = 30
const MONTHS = 6

/** The first of the last 30 days, today included, or of the 30 days before. */
const startOfPeriod = (now: number, periods: number) => addDays(toDay(now), 1 - periods * PERIOD_DAYS)

export const stats = new Hono<AppEnv>().get('/', requireAccount, async (c) =>
  c.json({ data: await getStats(c.var.db, c.var.account) }),
)

async function getStats(db: Db, account: Account): Promise<Stats> {
  const now = Date.now()
  return {
    posts: { ...(await getPostTotals(db)), ...(await countRecent(db, 'posts', now)) },
    ...(can(account.role, 'readMessages') && (await getInboxes(db, now))),
    ...(can(account.role, 'readFigures') && {
      users: { total: await countRows(db, 'accounts'), ...(await countRecent(db, 'accounts', now)) },
    }),
    caseStudies: await countCaseStudies(db),
    media: { total: await countRows(db, 'media') },
    views: await getViews(db, now),
    activity: await getRecentActivity(db, account.role),
    notifications: { unread: await countUnread(db, account) },
  }
}

const countCaseStudies = (db: Db) =>
  db
    .selectFrom('case_studies')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(published), 0)`.as('published'),
    ])
    .executeTakeFirstOrThrow()

const getInboxes = async (db: Db, now: number) => ({
  messages: {
    total: await countRows(db, 'contact_messages'),
    unread: await countUnreadMessages(db),
    ...(await countRecent(db, 'contact_messages', now)),
  },
  subscribers: {
    total: await countRows(db, 'subscribers'),
    ...(await countRecent(db, 'subscribers', now)),
  },
})

async function getPostTotals(db: Db) {
  const { total, published } = await db
    .selectFrom('totals')
    .select(['total', 'published'])
    .executeTakeFirstOrThrow()
  return { total, published, draft: total - published }
}

/** The column that dates a row; subscribers count from their confirmation. */
const dateColumns = {
  posts: 'posts.created_at',
  contact_messages: 'contact_messages.created_at',
  subscribers: 'subscribers.confirmed_at',
  accounts: 'accounts.created_at',
  media: 'media.created_at',
} as const
type DatedTable = keyof typeof dateColumns

async function countRows(db: Db, table: DatedTable, from = 0, to = Number.MAX_SAFE_INTEGER): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where(sql.ref<number>(dateColumns[table]), '>=', from)
    .where(sql.ref<number>(dateColumns[table]), '<', to)
    .$if(table === 'posts', (query) => query.where(isListed))
    .executeTakeFirstOrThrow()
  return rows
}

async function countUnreadMessages(db: Db): Promise<number> {
  const { rows } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return rows
}

async function countRecent(
  db: Db,
  table: DatedTable,
  now: number,
): Promise<{ recent: number; before: number }> {
  const start = (periods: number) => startOfDay(startOfPeriod(now, periods))
  return {
    recent: await countRows(db, table, start(1)),
    before: await countRows(db, table, start(2), start(1)),
  }
}

async function getViews(db: Db, now: number): Promise<Stats['views']> {
  const months = lastMonths(MONTHS, now)
  const rows = await db
    .selectFrom('page_figures')
    .select(['period', 'views'])
    .where('page_id', '=', 0)
    .where('period', 'in', listDays(`${months[0]}-01`, toDay(now)).map(dayPeriod))
    .execute()
  const sum = (isIncluded: (day: string) => boolean) =>
    rows.reduce((views, row) => (isIncluded(toDayText(row.period)) ? views + row.views : views), 0)
  const start = (periods: number) => startOfPeriod(now, periods)
  return {
    recent: sum((day) => day >= start(1)),
    before: sum((day) => day >= start(2) && day < start(1)),
    months: months.map((month) => ({ month, views: sum((day) => day.startsWith(month)) })),
  }
}
