import { sql } from 'kysely'
import { MAX_ACTIVITY_CSV_ROWS, type ActivityEntry, type ActivityFilter } from '#contract/activity.ts'
import { toCsv } from '#contract/csv.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../db/open.ts'
import { findNewest, toEntries } from './list.ts'

const BATCH_SIZE = 1000

const header = ['Time', 'Person', 'Kind', 'Object', 'Object ID', 'Changed fields', 'Changes']

const format = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const toRow = ({ at, person, kind, object, fields = [], changes = {} }: ActivityEntry) => [
  at,
  person?.name ?? '',
  kind,
  object.name,
  object.id,
  [...Object.keys(changes), ...fields].join(', '),
  Object.entries(changes)
    .map(([field, { from, to }]) => `${field}: ${format(from)} → ${format(to)}`)
    .join('\n'),
]

/** Reads in batches, so that other requests are served in between. */
export async function exportActivity(db: Db, role: Role, filter: ActivityFilter): Promise<string> {
  const parts = [toCsv([header])]
  let last = sql<boolean>`1 = 1`
  for (let count = 0; count < MAX_ACTIVITY_CSV_ROWS; count += BATCH_SIZE) {
    const rows = await findNewest(db, role, filter).where(last).limit(BATCH_SIZE).execute()
    parts.push(toCsv((await toEntries(db, rows)).map(toRow)))
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < BATCH_SIZE) break
    last = sql<boolean>`(created_at, id) < (${lastRow.created_at}, ${lastRow.id})`
  }
  return parts.join('')
}
