import {
  OTHER,
  type FigurePoint,
  type Figures,
  type FiguresQuery,
  type FigureTotals,
} from '#contract/analytics.ts'
import { addDays, toDay } from '#contract/calendar.ts'
import type { Db } from '../db/open.ts'
import { HOURS_KEPT_DAYS } from './close-days.ts'
import { readClosedDay } from './thirds.ts'
import { coverRange, listDays } from './periods.ts'
import { countDaysWithReaders, readHours, readPoints, toMonths, totalsOf, type Scope } from './series.ts'
import { listCampaigns, listLandings, listNames, listPages, listSources } from './top.ts'

const MAX_DAYS_AS_DAYS = 93

export async function getFigures(db: Db, { from, to, page, source }: FiguresQuery): Promise<Figures> {
  const days = listDays(from, to).length
  const previous = { from: addDays(from, -days), to: addDays(from, -1) }
  const scope = await findScope(db, page, source)
  const unit = unitOf(from, days, scope)
  const { daysWithReaders, perDay, ...current } = await readRange(db, scope, { from, to }, unit)
  const before = await readRange(db, scope, previous, unit)
  const isUnfinished = days > 1 && to === toDay(Date.now())
  const periods = coverRange(from, to)
  const pagePeriods = scope.sourceIds ? periods : coverRange(from, to, await readClosedDay(db))
  return {
    from,
    to,
    previous,
    unit,
    ...current,
    previousPoints: before.points,
    previousTotals: before.totals,
    ...(isUnfinished && {
      finished: {
        totals: await totalsWithoutLastDay(db, scope, perDay),
        previousTotals: await totalsWithoutLastDay(db, scope, before.perDay),
      },
    }),
    pages: await listPages(db, pagePeriods, scope, daysWithReaders),
    sources: withOther(await listSources(db, periods, scope), current.totals),
    campaigns: await listCampaigns(db, periods, scope),
    landings: await listLandings(db, periods, scope),
    ...(await readNames(db, periods, page === undefined && source === undefined)),
  }
}

async function findScope(db: Db, path: string | undefined, source: string | undefined): Promise<Scope> {
  const page =
    path === undefined
      ? { id: 0 }
      : await db.selectFrom('figure_pages').select('id').where('path', '=', path).executeTakeFirst()
  const pageId = page?.id ?? -1
  if (source === undefined) return { pageId, sourceIds: null }
  if (source === OTHER) return { pageId, sourceIds: [0] }
  const sources = await db.selectFrom('figure_sources').select('id').where('name', '=', source).execute()
  return { pageId, sourceIds: sources.length > 0 ? sources.map(({ id }) => id) : [-1] }
}

/** Only frequent sources of a page are stored, so the rest of its visits came from others. */
function withOther(sources: Figures['sources'], totals: FigureTotals): Figures['sources'] {
  const named = sources.filter(({ name }) => name !== OTHER)
  const restOf = (column: 'visits' | 'messages' | 'subscriptions') =>
    Math.max(0, totals[column] - named.reduce((sum, source) => sum + source[column], 0))
  const [visits, messages, subscriptions] = [restOf('visits'), restOf('messages'), restOf('subscriptions')]
  if (visits + messages + subscriptions === 0) return named
  return [...named, { name: OTHER, visits, messages, subscriptions }]
}

/** Hourly rows are kept for two weeks, and not by source. */
function unitOf(from: string, days: number, { sourceIds }: Scope): Figures['unit'] {
  if (days > MAX_DAYS_AS_DAYS) return 'month'
  const hasHours = from > addDays(toDay(Date.now()), 1 - HOURS_KEPT_DAYS)
  return days === 1 && hasHours && sourceIds === null ? 'hour' : 'day'
}

async function readRange(
  db: Db,
  scope: Scope,
  { from, to }: Pick<Figures, 'from' | 'to'>,
  unit: Figures['unit'],
): Promise<Pick<Figures, 'points' | 'totals'> & { perDay: FigurePoint[]; daysWithReaders: number }> {
  const perDay = await readPoints(db, scope, listDays(from, to))
  const totals = await totalsOf(db, scope, coverRange(from, to), perDay)
  const range = { totals, perDay, daysWithReaders: countDaysWithReaders(perDay) }
  if (unit === 'hour') return { points: await readHours(db, scope, from), ...range }
  return { points: unit === 'month' ? toMonths(perDay) : perDay, ...range }
}

function totalsWithoutLastDay(db: Db, scope: Scope, perDay: FigurePoint[]) {
  const days = perDay.slice(0, -1)
  return totalsOf(db, scope, coverRange(days.at(0)?.at ?? '', days.at(-1)?.at ?? ''), days)
}

/** Searches, missing pages and networks are not stored by page or source. */
async function readNames(
  db: Db,
  periods: number[],
  isWholeSite: boolean,
): Promise<Pick<Figures, 'searches' | 'missing' | 'shares'>> {
  if (!isWholeSite) return { searches: [], missing: [], shares: [] }
  const searches = await listNames(db, periods, 'search')
  const missing = await listNames(db, periods, 'missing')
  const shares = await listNames(db, periods, 'share')
  return {
    searches: searches.map(({ name, hits, misses }) => ({
      term: name,
      searches: hits,
      withoutResults: misses,
    })),
    missing: missing.map(({ name, hits }) => ({ path: name, requests: hits })),
    shares: shares.map(({ name, hits }) => ({ network: name, clicks: hits })),
  }
}
