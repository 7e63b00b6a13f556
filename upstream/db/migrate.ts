import { sql } from 'kysely'
import * as foundation from './migrations/0001-foundation.ts'
import * as lastEditor from './migrations/0002-last-editor.ts'
import * as viewDays from './migrations/0003-view-days.ts'
import * as outbox from './migrations/0004-outbox.ts'
import * as disabledAccounts from './migrations/0005-disabled-accounts.ts'
import * as readMessages from './migrations/0006-read-messages.ts'
import type { Db, DialectName, OpenDatabase, Trx } from './open.ts'

interface Migration {
  up(trx: Trx, dialect: DialectName): Promise<void>
}

/** A list of modules, not a folder: the bundled server has no folder to read. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-last-editor': lastEditor,
  '0003-view-days': viewDays,
  '0004-outbox': outbox,
  '0005-disabled-accounts': disabledAccounts,
  '0006-read-messages': readMessages,
}

/** Any number; only migrations of this product take it. */
const ADVISORY_LOCK = 7_401_951

type Ledger = { schema_migrations: { name: string } }

/** What this version of the code brings a database to. */
export const knownMigrations: readonly string[] = Object.keys(migrations)

/** Both databases run DDL in a transaction, so two starts at once queue here and the second finds the work done. */
export async function migrate({ db, dialect }: OpenDatabase): Promise<void> {
  await db.transaction().execute((trx) => migrateIn(trx, dialect))
}

/** The same within a transaction of the caller; a backup of an older database gets only the migrations that one had. */
export async function migrateIn(trx: Trx, dialect: DialectName, wanted = knownMigrations): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx)
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(trx)
  const ledger = trx.withTables<Ledger>()
  const applied = new Set(await namesIn(trx))
  for (const [name, migration] of Object.entries(migrations)) {
    if (applied.has(name) || !wanted.includes(name)) continue
    await migration.up(trx, dialect)
    await ledger.insertInto('schema_migrations').values({ name }).execute()
  }
}

async function namesIn(db: Db): Promise<string[]> {
  const rows = await db.withTables<Ledger>().selectFrom('schema_migrations').select('name').execute()
  return rows.map((row) => row.name)
}

/** Whether nothing that this version of the code brings is missing. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = new Set(await namesIn(db))
  return knownMigrations.every((name) => applied.has(name))
}

/** Null for a database that was never migrated. */
export async function appliedMigrations(db: Db): Promise<string[] | null> {
  const tables = await db.introspection.getTables()
  return tables.some((table) => table.name === 'schema_migrations') ? namesIn(db) : null
}
