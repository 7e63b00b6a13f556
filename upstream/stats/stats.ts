import { Hono } from 'hono'
import { sql } from 'kysely'
import { addDays, lastMonths, startOfDay, toDay } from '#contract/calendar.ts'
import { can } from '#contract/roles.ts'
import type { Stats, Views } from '#contract/stats.ts'
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

const startOfPeriod = (now: number, periods: number) => addDays(toDay(now), 1 - periods * PERIOD_DAYS)
const lastDay = (now: number, periods: number) => addDays(toDay(now), -periods * PERIOD_DAYS)

export const stats = new Hono<AppEnv>().get('/', requireAccount, async (c) =>
  c.json({ data: await getStats(c.var.db, c.var.account) }),
)

async function getStats(db: Db, account: Account): Promise<Stats> {
  const now = Date.now()
  return {
    posts: await countPosts(db, now),
    ...(can(account.role, 'readMessages') && (await getInboxes(db, now))),
    ...(can(account.role, 'readFigures') && {
      users: await countDated(db, 'accounts', now),
      views: await getViews(db, now),
    }),
    caseStudies: await countCaseStudies(db),
    media: await db.selectNoFrom(countRows(db, 'media').as('total')).executeTakeFirstOrThrow(),
    activity: await getRecentActivity(db, account),
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
  messages: await db
    .selectNoFrom([
      countRows(db, 'contact_messages').as('total'),
      sql<number>`(select count(*) from contact_messages where read_at is null)`.as('unread'),
      ...countRecent(db, 'contact_messages', now),
    ])
    .executeTakeFirstOrThrow(),
  subscribers: await countDated(db, 'subscribers', now),
})

async function countPosts(db: Db, now: number) {
  const { total, published, ...recent } = await db
    .selectFrom('totals')
    .select(['total', 'published', ...countRecent(db, 'posts', now)])
    .executeTakeFirstOrThrow()
  return { total, published, draft: total - published, ...recent }
}

const dateColumns = {
  posts: 'posts.created_at',
  contact_messages: 'contact_messages.created_at',
  subscribers: 'subscribers.confirmed_at',
  accounts: 'accounts.created_at',
  media: 'media.created_at',
} as const
type DatedTable = keyof typeof dateColumns

function countRows(db: Db, table: DatedTable, from = 0, to = Number.MAX_SAFE_INTEGER) {
  const rows = db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where(sql.ref<number>(dateColumns[table]), '>=', from)
    .where(sql.ref<number>(dateColumns[table]), '<', to)
    .$if(table === 'posts', (query) => query.where(isListed))
  return sql<number>`${rows}`
}

function countRecent(db: Db, table: DatedTable, now: number) {
  const start = (periods: number) => startOfDay(startOfPeriod(now, periods))
  return [
    countRows(db, table, start(1)).as('recent'),
    countRows(db, table, start(2), start(1)).as('before'),
    countRows(db, table, start(1), startOfDay(lastDay(now, 0))).as('finished'),
    countRows(db, table, start(2), startOfDay(lastDay(now, 1))).as('finishedBefore'),
  ] as const
}

const countDated = (db: Db, table: DatedTable, now: number) =>
  db
    .selectNoFrom([countRows(db, table).as('total'), ...countRecent(db, table, now)])
    .executeTakeFirstOrThrow()

async function getViews(db: Db, now: number): Promise<Views> {
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
    finished: sum((day) => day >= start(1) && day < lastDay(now, 0)),
    finishedBefore: sum((day) => day >= start(2) && day < lastDay(now, 1)),
    months: months.map((month) => ({ month, views: sum((day) => day.startsWith(month)) })),
  }
}
