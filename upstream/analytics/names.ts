import { sql } from 'kysely'
import { NAMES_PER_DAY } from '#contract/analytics.ts'
import type { Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { addTo, type Rows } from './rows.ts'
import type { Moment } from './periods.ts'

/** The current day may list more names than are kept, so that frequent ones are found. */
export const NAMES_IN_PROGRESS = 3 * NAMES_PER_DAY
const MAX_NAME_LENGTH = 100

type NameKind = Tables['name_figures']['kind']

export interface NameHit {
  kind: NameKind
  name: string
  moment: Moment
  missed: boolean
}

/** Skips addresses and numbers that people paste into search boxes. */
const isPersonal = (name: string) => /@|\d{6,}/.test(name)

export async function countNames(trx: Trx, hits: NameHit[]): Promise<void> {
  if (hits.length === 0) return
  const days = [...new Set(hits.map(({ moment }) => moment.day))]
  const stored = await trx
    .selectFrom('name_figures')
    .select(['period', 'kind', 'name'])
    .where('period', 'in', days)
    .execute()
  const known = new Map<string, Set<string>>()
  const namesOf = (day: number, kind: NameKind) => {
    const key = `${day} ${kind}`
    const names = known.get(key) ?? new Set()
    known.set(key, names)
    return names
  }
  for (const { period, kind, name } of stored) namesOf(period, kind).add(name)
  const rows: Rows<Tables['name_figures']> = new Map()
  for (const { kind, name, moment, missed } of hits) {
    const names = namesOf(moment.day, kind)
    const cleaned = isPersonal(name) ? '' : name.slice(0, MAX_NAME_LENGTH).toWellFormed()
    const kept = names.has(cleaned) || names.size < NAMES_IN_PROGRESS ? cleaned : ''
    names.add(kept)
    for (const period of [moment.day, moment.month])
      addTo(rows, { period, kind, name: kept, hits: 1, misses: missed ? 1 : 0 }, ['hits', 'misses'])
  }
  await addNames(trx, [...rows.values()])
}

export const addNames = (trx: Trx, rows: Tables['name_figures'][]) =>
  trx
    .insertInto('name_figures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['period', 'kind', 'name']).doUpdateSet({
        hits: sql`name_figures.hits + excluded.hits`,
        misses: sql`name_figures.misses + excluded.misses`,
      }),
    )
    .execute()
