import { sql } from 'kysely'
import { MAX_FIGURE_ROWS, OTHER, type Figures } from '#contract/analytics.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { addTo, type Rows } from './rows.ts'
import { averagePerDay, type Scope } from './series.ts'

export async function listPages(
  db: Db,
  periods: number[],
  { pageId, sourceIds }: Scope,
  days: number,
): Promise<Figures['pages']> {
  if (sourceIds) return listLandingPages(db, periods, pageId, sourceIds)
  const rows = await db
    .selectFrom('page_figures')
    .select(({ fn }) => [
      'page_id',
      fn.sum<number>('views').as('views'),
      fn.sum<number | null>('readers').as('readers'),
      fn.sum<number>('visits').as('visits'),
      fn.sum<number>('shares').as('shares'),
    ])
    .where('period', 'in', periods)
    .where('page_id', pageId === 0 ? '>' : '=', pageId)
    .groupBy('page_id')
    .orderBy('views', 'desc')
    .orderBy('page_id')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  const names = await pageNames(db, rows)
  return rows.flatMap(({ page_id, readers, ...counts }) => {
    const page = names.get(page_id)
    return page ? [{ ...page, ...counts, readersPerDay: averagePerDay(readers ?? 0, days) ?? 0 }] : []
  })
}

async function listLandingPages(db: Db, periods: number[], pageId: number, sourceIds: number[]) {
  const rows = await db
    .selectFrom('landing_figures')
    .select(['page_id', (eb) => eb.fn.sum<number>('visits').as('visits')])
    .where('period', 'in', periods)
    .where('page_id', pageId === 0 ? '>' : '=', pageId)
    .where('source_id', 'in', sourceIds)
    .groupBy('page_id')
    .orderBy('visits', 'desc')
    .orderBy('page_id')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  const names = await pageNames(db, rows)
  return rows.flatMap(({ page_id, visits }) => {
    const page = names.get(page_id)
    return page ? [{ ...page, views: 0, visits, readersPerDay: 0, shares: 0 }] : []
  })
}

async function pageNames(db: Db, rows: { page_id: number }[]) {
  if (rows.length === 0) return new Map<number, { path: string; title: string | null }>()
  const pages = await db
    .selectFrom('figure_pages')
    .leftJoin('posts', 'posts.id', 'figure_pages.post_id')
    .select(['figure_pages.id', 'path', 'title'])
    .where(
      'figure_pages.id',
      'in',
      rows.map(({ page_id }) => page_id),
    )
    .execute()
  return new Map(pages.map(({ id, ...page }) => [id, page]))
}

const landings = (db: Db, periods: number[], { sourceIds }: Scope) =>
  db
    .selectFrom('landing_figures')
    .select(({ fn }) => [
      fn.sum<number>('visits').as('visits'),
      fn.sum<number>('messages').as('messages'),
      fn.sum<number>('subscriptions').as('subscriptions'),
    ])
    .where('period', 'in', periods)
    .$if(sourceIds !== null, (rows) => rows.where('source_id', 'in', sourceIds ?? []))

export async function listSources(db: Db, periods: number[], scope: Scope): Promise<Figures['sources']> {
  const rows = await landings(db, periods, scope)
    .leftJoin('figure_sources', 'figure_sources.id', 'landing_figures.source_id')
    .select('name')
    .where('page_id', '=', scope.pageId)
    .groupBy('name')
    .orderBy(sql`name is null`)
    .orderBy('visits', 'desc')
    .orderBy('name')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  return rows.map(({ name, ...counts }) => ({ name: name ?? OTHER, ...counts }))
}

export async function listCampaigns(db: Db, periods: number[], scope: Scope): Promise<Figures['campaigns']> {
  const rows = await landings(db, periods, scope)
    .innerJoin('figure_sources', 'figure_sources.id', 'landing_figures.source_id')
    .select(['name', 'medium', 'campaign'])
    .where('page_id', '=', scope.pageId)
    .where((eb) => eb.or([eb('medium', '<>', ''), eb('campaign', '<>', '')]))
    .groupBy(['name', 'medium', 'campaign'])
    .orderBy('visits', 'desc')
    .orderBy('name')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  return rows.map(({ name, medium, campaign, ...counts }) => ({
    source: name,
    medium,
    campaign,
    ...counts,
  }))
}

export async function listLandings(db: Db, periods: number[], scope: Scope): Promise<Figures['landings']> {
  const converted = landings(db, periods, scope)
    .clearSelect()
    .select(['page_id', 'source_id'])
    .where('page_id', scope.pageId === 0 ? '>' : '=', scope.pageId)
    .where(sql<boolean>`messages + subscriptions > 0`)
  const rows = await landings(db, periods, scope)
    .select(['page_id', 'source_id'])
    .where(({ eb, refTuple }) =>
      eb(refTuple('page_id', 'source_id'), 'in', converted.$asTuple('page_id', 'source_id')),
    )
    .groupBy(['page_id', 'source_id'])
    .orderBy('messages', 'desc')
    .orderBy('subscriptions', 'desc')
    .orderBy('page_id')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  const pages = await pageNames(db, rows)
  const sources = await sourceNames(db, rows)
  const named: Rows<Figures['landings'][number]> = new Map()
  for (const { page_id, source_id, ...counts } of rows) {
    const path = pages.get(page_id)?.path
    const source = sources.get(source_id) ?? OTHER
    // All campaigns of a source are one row.
    if (path !== undefined) addTo(named, { path, source, ...counts }, ['visits', 'messages', 'subscriptions'])
  }
  return [...named.values()]
}

async function sourceNames(db: Db, rows: { source_id: number }[]): Promise<Map<number, string>> {
  const ids = rows.map(({ source_id }) => source_id)
  if (ids.length === 0) return new Map()
  const sources = await db
    .selectFrom('figure_sources')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(sources.map(({ id, name }) => [id, name]))
}

/** The most frequent names of a kind; an empty one stands for all others. */
export async function listNames(db: Db, periods: number[], kind: Tables['name_figures']['kind']) {
  const counts = db
    .selectFrom('name_figures')
    .select(({ fn }) => [
      fn.sum<number | null>('hits').as('hits'),
      fn.sum<number | null>('misses').as('misses'),
    ])
    .where('period', 'in', periods)
    .where('kind', '=', kind)
  const rows = await counts
    .select('name')
    .where('name', '<>', '')
    .groupBy('name')
    .orderBy('hits', 'desc')
    .orderBy('name')
    .limit(MAX_FIGURE_ROWS)
    .execute()
  const named = rows.map(({ name, hits, misses }) => ({ name, hits: hits ?? 0, misses: misses ?? 0 }))
  const all = await counts.executeTakeFirst()
  const other = { name: '', hits: all?.hits ?? 0, misses: all?.misses ?? 0 }
  for (const { hits, misses } of named) {
    other.hits -= hits
    other.misses -= misses
  }
  return other.hits > 0 ? [...named, other] : named
}
