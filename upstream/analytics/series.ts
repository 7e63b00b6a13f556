import type { FigurePoint, FigureTotals } from '#contract/analytics.ts'
import type { Db } from '../db/open.ts'
import { dayPeriod, FIRST_DAY, hourPeriod } from './periods.ts'

/** Page 0 is the whole site; `sourceIds` is null for all sources. */
export interface Scope {
  pageId: number
  sourceIds: number[] | null
}

type Counts = Omit<FigurePoint, 'at'>
const NOTHING: Counts = { views: 0, visits: 0, readers: 0 }

/** For a source only visits are stored, not their page views. */
async function readCounts(db: Db, { pageId, sourceIds }: Scope, periods: number[]) {
  const counts = new Map<number, Counts>()
  if (sourceIds === null) {
    const rows = await db
      .selectFrom('page_figures')
      .select(['period', 'views', 'visits', 'readers'])
      .where('period', 'in', periods)
      .where('page_id', '=', pageId)
      .execute()
    for (const { period, ...row } of rows) counts.set(period, row)
    return counts
  }
  const rows = await db
    .selectFrom('landing_figures')
    .select(['period', (eb) => eb.fn.sum<number>('visits').as('visits')])
    .where('period', 'in', periods)
    .where('page_id', '=', pageId)
    .where('source_id', 'in', sourceIds)
    .groupBy('period')
    .execute()
  for (const { period, visits } of rows) counts.set(period, { views: 0, visits, readers: null })
  return counts
}

async function readFirstDay(db: Db): Promise<number> {
  const first = await db
    .selectFrom('page_figures')
    .select('period')
    .where('period', '>', FIRST_DAY)
    .orderBy('period')
    .limit(1)
    .executeTakeFirst()
  return first?.period ?? Infinity
}

export async function readPoints(db: Db, scope: Scope, days: string[]): Promise<FigurePoint[]> {
  const firstDay = await readFirstDay(db)
  const counts = await readCounts(db, scope, days.map(dayPeriod))
  return days.map((at) => {
    const period = dayPeriod(at)
    const none = { ...NOTHING, readers: period < firstDay || scope.sourceIds ? null : 0 }
    return { at, ...(counts.get(period) ?? none) }
  })
}

/** The readers of an hour are those whose first view of the day is in it. */
export async function readHours(db: Db, scope: Scope, day: string): Promise<FigurePoint[]> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const periods = hours.map((hour) => hourPeriod(day, hour))
  const counts = await readCounts(db, scope, periods)
  return hours.map((hour) => ({
    at: `${day}T${String(hour).padStart(2, '0')}`,
    ...(counts.get(hourPeriod(day, hour)) ?? NOTHING),
  }))
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Days before the first figure do not lower an average. */
export const countDaysWithReaders = (days: FigurePoint[]) =>
  days.filter(({ readers }) => readers !== null).length

export const averagePerDay = (total: number, days: number) =>
  days === 0 ? null : Math.round((total / days) * 10) / 10

const averageReaders = (days: FigurePoint[]) =>
  averagePerDay(sum(days.map(({ readers }) => readers ?? 0)), countDaysWithReaders(days))

export function toMonths(days: FigurePoint[]): FigurePoint[] {
  const months = Map.groupBy(days, ({ at }) => at.slice(0, 7))
  return [...months].map(([at, daysOfMonth]) => ({
    at,
    views: sum(daysOfMonth.map(({ views }) => views)),
    visits: sum(daysOfMonth.map(({ visits }) => visits)),
    readers: averageReaders(daysOfMonth),
  }))
}

export async function totalsOf(
  db: Db,
  { pageId, sourceIds }: Scope,
  periods: number[],
  days: FigurePoint[],
): Promise<FigureTotals> {
  const shared = await db
    .selectFrom('page_figures')
    .select((eb) => eb.fn.sum<number | null>('shares').as('shares'))
    .where('period', 'in', periods)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  const converted = await db
    .selectFrom('landing_figures')
    .select((eb) => [
      eb.fn.sum<number | null>('messages').as('messages'),
      eb.fn.sum<number | null>('subscriptions').as('subscriptions'),
    ])
    .where('period', 'in', periods)
    .where('page_id', '=', pageId)
    .$if(sourceIds !== null, (rows) => rows.where('source_id', 'in', sourceIds ?? []))
    .executeTakeFirst()
  const most = days.toSorted((a, b) => (b.readers ?? 0) - (a.readers ?? 0)).at(0)
  return {
    views: sum(days.map(({ views }) => views)),
    visits: sum(days.map(({ visits }) => visits)),
    readersPerDay: averageReaders(days),
    mostReaders: most?.readers ? { day: most.at, readers: most.readers } : null,
    shares: sourceIds === null ? (shared?.shares ?? 0) : 0,
    messages: converted?.messages ?? 0,
    subscriptions: converted?.subscriptions ?? 0,
  }
}
