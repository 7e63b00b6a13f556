import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export interface Table {
  name: string
  columns: string[]
  key: string[]
  hasBytes: boolean
}

/** Transient tables: job runs and their findings, import uploads, sessions, e-mail links, rate limits, visitors of today and open editors. */
export const transientTables = [
  'job_runs',
  'broken_links',
  'link_checks',
  'import_addresses',
  'import_parts',
  'import_images',
  'import_posts',
  'imports',
  'tokens',
  'account_links',
  'email_change_links',
  'email_changes',
  'rate_limits',
  'reader_marks',
  'reader_salts',
  'presence',
] as const

/** Transient tables that only databases of older versions have. */
const formerTables = ['post_visitors', 'visitor_salts']

/** Tables that are filled by migrations, by writes of posts, or by the backup itself. */
const managed = [
  'schema_migrations',
  'changes',
  'search_words',
  'search_queue',
  'post_search',
  'message_numbers',
  'message_search',
  'backup_info',
  'backup_tables',
]

const excluded = new Set<string>([...transientTables, ...formerTables, ...managed])

export const hasContent = (table: string): boolean =>
  !excluded.has(table) && !/^(post|message)_search/.test(table)

/** Each table comes after the tables it references. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~'
    order by name`.execute(db)
  const remaining = rows.map((row) => row.name).filter((name) => !excluded.has(name))
  const references = new Map<string, string[]>()
  for (const name of remaining) references.set(name, await referencesOf(db, name))
  const ordered: string[] = []
  while (remaining.length > 0) {
    const next = remaining.findIndex((name) =>
      references.get(name)?.every((other) => ordered.includes(other)),
    )
    if (next < 0) throw new Error(`Tables reference each other in a circle: ${remaining.join(', ')}`)
    ordered.push(...remaining.splice(next, 1))
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
