import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export interface Table {
  name: string
  columns: string[]
  /** Columns of the primary key, by which rows are read in turn. */
  key: string[]
  hasBytes: boolean
}

/** Emptied by a restore: sign-ins and tries to guess end with it, and visitors are forgotten with their day. */
export const transientTables = ['tokens', 'rate_limits', 'post_visitors', 'visitor_salts'] as const

/** Kept by the migrations, made anew from the posts, and the backup's own. */
const managed = ['schema_migrations', 'search_words', 'post_search', 'backup_info', 'backup_tables']

const leftOut = new Set<string>([...transientTables, ...managed])

/**
 * Every table that is data, as the schema of a SQLite database says, each after those it refers to. A table that a
 * later migration adds is among them without being named here.
 */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~'
    order by name`.execute(db)
  const waiting = rows.map((row) => row.name).filter((name) => !leftOut.has(name))
  const references = new Map<string, string[]>()
  for (const name of waiting) references.set(name, await referencesOf(db, name))
  const ordered: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex((name) => references.get(name)?.every((other) => ordered.includes(other)))
    if (next < 0) throw new Error(`Tables refer to each other in a circle: ${waiting.join(', ')}`)
    ordered.push(...waiting.splice(next, 1))
  }
  return Promise.all(ordered.map((name) => describe(db, name)))
}

async function referencesOf(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ other: string }>`
    select distinct "table" as other from pragma_foreign_key_list(${name}) where "table" <> ${name}`.execute(
    db,
  )
  return rows.map((row) => row.other)
}

async function describe(db: Db, name: string): Promise<Table> {
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, type, pk from pragma_table_info(${name}) order by cid`.execute(db)
  const key = rows.filter((row) => row.pk > 0).sort((a, b) => a.pk - b.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`)
  return {
    name,
    columns: rows.map((row) => row.name),
    key: key.map((row) => row.name),
    hasBytes: rows.some((row) => /^(bytea|blob)$/i.test(row.type)),
  }
}
