import { NAMES_PER_DAY } from '#contract/analytics.ts'
import type { Trx } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import type { Tables } from '../db/tables.ts'
import { addLandings, OTHER_SOURCE } from './landings.ts'
import { addNames } from './names.ts'
import { addTo, type Rows } from './rows.ts'

const ROWS_AT_ONCE = 2000

interface Limits {
  names: number
  pairs: number
}

export const dayLimits: Limits = { names: NAMES_PER_DAY, pairs: 500 }
export const monthLimits: Limits = { names: 3 * NAMES_PER_DAY, pairs: 2000 }

export async function limitRows(trx: Trx, period: number, limits: Limits) {
  for (const kind of ['search', 'missing'] as const) await limitNames(trx, period, kind, limits.names)
  await limitLandings(trx, period, limits)
}

type NameRow = Tables['name_figures']

async function limitNames(trx: Trx, period: number, kind: NameRow['kind'], limit: number) {
  const rows = await trx
    .selectFrom('name_figures')
    .selectAll()
    .where('period', '=', period)
    .where('kind', '=', kind)
    .where('name', '<>', '')
    .orderBy('hits', 'desc')
    .orderBy('name')
    .execute()
  const rest = rows.slice(limit)
  if (rest.length === 0) return
  await trx
    .deleteFrom('name_figures')
    .where('period', '=', period)
    .where('kind', '=', kind)
    .where(
      'name',
      'in',
      rest.map(({ name }) => name),
    )
    .execute()
  const other: Rows<NameRow> = new Map()
  for (const row of rest) addTo(other, { ...row, name: '' }, ['hits', 'misses'])
  await addNames(trx, [...other.values()])
}

type LandingRow = Tables['landing_figures']

const byConversions = (a: LandingRow, b: LandingRow) =>
  b.messages + b.subscriptions - a.messages - a.subscriptions ||
  b.visits - a.visits ||
  a.source_id - b.source_id

async function limitLandings(trx: Trx, period: number, limits: Limits) {
  const rows = await trx.selectFrom('landing_figures').selectAll().where('period', '=', period).execute()
  const named = rows.filter(({ source_id }) => source_id !== OTHER_SOURCE).toSorted(byConversions)
  const keptSources = new Set(
    named
      .filter(({ page_id }) => page_id === 0)
      .slice(0, limits.names)
      .map(({ source_id }) => source_id),
  )
  const pairs = named.filter(({ page_id, source_id }) => page_id !== 0 && keptSources.has(source_id))
  const keptPairs = new Set(pairs.slice(0, limits.pairs))
  const isKept = (row: LandingRow) =>
    row.page_id === 0 ? keptSources.has(row.source_id) : keptPairs.has(row)
  const rest = named.filter((row) => !isKept(row))
  const other: Rows<LandingRow> = new Map()
  for (const row of rest)
    addTo(other, { ...row, source_id: OTHER_SOURCE }, ['visits', 'messages', 'subscriptions'])
  if (rest.length > 0) {
    await trx
      .deleteFrom('landing_figures')
      .where('period', '=', period)
      .where('source_id', '<>', OTHER_SOURCE)
      .execute()
    const stored = [...named.filter(isKept), ...other.values()]
    for (const batch of batchesOf(stored, ROWS_AT_ONCE)) await addLandings(trx, batch)
    await deleteUnusedSources(trx, rest)
  }
  // The report computes these visits as the rest of the page's visits.
  await trx
    .deleteFrom('landing_figures')
    .where('period', '=', period)
    .where('page_id', '>', 0)
    .where('source_id', '=', OTHER_SOURCE)
    .where('messages', '=', 0)
    .where('subscriptions', '=', 0)
    .execute()
}

/** Made-up sources would otherwise keep their names. Monthly rows refer to the source too. */
async function deleteUnusedSources(trx: Trx, rows: LandingRow[]) {
  const ids = [...new Set(rows.map(({ source_id }) => source_id))]
  await trx
    .deleteFrom('figure_sources')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('landing_figures')
            .select('source_id')
            .where('page_id', '=', 0)
            .whereRef('landing_figures.source_id', '=', 'figure_sources.id'),
        ),
      ),
    )
    .execute()
}
