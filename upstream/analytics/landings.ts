import { sql } from 'kysely'
import { OTHER } from '#contract/analytics.ts'
import type { Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { NAMES_IN_PROGRESS } from './names.ts'
import type { Moment } from './periods.ts'
import { addTo, type Rows } from './rows.ts'

/** The number of page and source pairs that the current day may have. */
const PAIRS_IN_PROGRESS = 2000
export const OTHER_SOURCE = 0

export interface Source {
  name: string
  medium: string
  campaign: string
}

export interface Landing {
  /** Zero when the page does not exist, so that only the whole site is counted. */
  pageId: number
  source: Source
  moment: Moment
  visits: number
  messages: number
  subscriptions: number
}

const keyOf = ({ name, medium, campaign }: Source) => JSON.stringify([name, medium, campaign])

export async function countLandings(trx: Trx, landings: Landing[]): Promise<void> {
  if (landings.length === 0) return
  const rows: Rows<Tables['landing_figures']> = new Map()
  for (const day of new Set(landings.map(({ moment }) => moment.day))) {
    const known = await readDay(trx, day)
    for (const { pageId, source, moment, ...counts } of landings.filter(({ moment }) => moment.day === day)) {
      const sourceId = await idOf(trx, source, known.sources)
      const pair = `${pageId} ${sourceId}`
      const pairSource =
        known.pairs.has(pair) || known.pairs.size < PAIRS_IN_PROGRESS ? sourceId : OTHER_SOURCE
      if (pageId > 0) known.pairs.add(`${pageId} ${pairSource}`)
      for (const period of [moment.day, moment.month]) {
        const columns = ['visits', 'messages', 'subscriptions'] as const
        addTo(rows, { period, page_id: 0, source_id: sourceId, ...counts }, columns)
        if (pageId > 0) addTo(rows, { period, page_id: pageId, source_id: pairSource, ...counts }, columns)
      }
    }
  }
  await addLandings(trx, [...rows.values()])
}

export const addLandings = (trx: Trx, rows: Tables['landing_figures'][]) =>
  trx
    .insertInto('landing_figures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['period', 'page_id', 'source_id']).doUpdateSet({
        visits: sql`landing_figures.visits + excluded.visits`,
        messages: sql`landing_figures.messages + excluded.messages`,
        subscriptions: sql`landing_figures.subscriptions + excluded.subscriptions`,
      }),
    )
    .execute()

async function readDay(trx: Trx, day: number) {
  const sources = await trx
    .selectFrom('landing_figures')
    .innerJoin('figure_sources', 'figure_sources.id', 'landing_figures.source_id')
    .select(['figure_sources.id', 'name', 'medium', 'campaign'])
    .where('period', '=', day)
    .where('page_id', '=', 0)
    .execute()
  const pairs = await trx
    .selectFrom('landing_figures')
    .select(['page_id', 'source_id'])
    .where('period', '=', day)
    .where('page_id', '>', 0)
    .execute()
  return {
    sources: new Map(sources.map((row) => [keyOf(row), row.id])),
    pairs: new Set(pairs.map((row) => `${row.page_id} ${row.source_id}`)),
  }
}

async function idOf(trx: Trx, source: Source, known: Map<string, number>): Promise<number> {
  if (source.name === OTHER) return OTHER_SOURCE
  const key = keyOf(source)
  const id =
    known.get(key) ?? (known.size < NAMES_IN_PROGRESS ? await storeSource(trx, source) : OTHER_SOURCE)
  if (id !== OTHER_SOURCE) known.set(key, id)
  return id
}

async function storeSource(trx: Trx, { name, medium, campaign }: Source): Promise<number> {
  const stored = await trx
    .selectFrom('figure_sources')
    .select('id')
    .where('name', '=', name)
    .where('medium', '=', medium)
    .where('campaign', '=', campaign)
    .executeTakeFirst()
  if (stored) return stored.id
  const { last } = await trx
    .selectFrom('figure_sources')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = (last ?? OTHER_SOURCE) + 1
  await trx.insertInto('figure_sources').values({ id, name, medium, campaign }).execute()
  return id
}
