import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as foundation from './migrations/0001-foundation.ts'
import * as lastEditor from './migrations/0002-last-editor.ts'
import * as viewDays from './migrations/0003-view-days.ts'
import * as outbox from './migrations/0004-outbox.ts'
import * as disabledAccounts from './migrations/0005-disabled-accounts.ts'
import * as readMessages from './migrations/0006-read-messages.ts'
import * as changes from './migrations/0007-changes.ts'
import * as mediaLastUsed from './migrations/0008-media-last-used.ts'
import * as searchCost from './migrations/0009-search-cost.ts'
import * as staffLists from './migrations/0010-staff-lists.ts'
import type { Db, DialectName, Trx } from './open.ts'

interface Migration {
  up(trx: Trx, dialect: DialectName): Promise<void>
}

/** Modules instead of a folder, because the bundled server cannot read the folder. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-last-editor': lastEditor,
  '0003-view-days': viewDays,
  '0004-outbox': outbox,
  '0005-disabled-accounts': disabledAccounts,
  '0006-read-messages': readMessages,
  '0007-changes': changes,
  '0008-media-last-used': mediaLastUsed,
  '0009-search-cost': searchCost,
  '0010-staff-lists': staffLists,
}

/** An arbitrary number that only migrations of this product use. */
const ADVISORY_LOCK = 7_401_951

type Ledger = { schema_migrations: { name: string } }

const knownMigrations: readonly string[] = Object.keys(migrations)

/** Held until the transaction ends. On SQLite the transaction itself excludes other writers. */
export async function lockMigrations(trx: Trx, dialect: DialectName, logger: Logger): Promise<void> {
  if (dialect === 'sqlite') return
  const key = sql.lit(ADVISORY_LOCK)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(trx)
  if (rows[0]?.free) return
  logger.info('Waiting for another process that prepares the database')
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx)
}

export async function migrateIn(trx: Trx, dialect: DialectName, wanted = knownMigrations): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(trx)
  const ledger = trx.withTables<Ledger>()
  const applied = await migrationNames(trx)
  const newer = unknownMigration(applied)
  if (newer !== undefined)
    throw new Error(
      `The database was migrated by a newer version of the site (${newer}). Start that version or restore an older backup.`,
    )
  for (const [name, migration] of Object.entries(migrations)) {
    if (applied.includes(name) || !wanted.includes(name)) continue
    await migration.up(trx, dialect)
    await ledger.insertInto('schema_migrations').values({ name }).execute()
  }
}

async function migrationNames(db: Db): Promise<string[]> {
  const rows = await db.withTables<Ledger>().selectFrom('schema_migrations').select('name').execute()
  return rows.map((row) => row.name)
}

export const unknownMigration = (applied: string[]): string | undefined =>
  applied.find((name) => !knownMigrations.includes(name))

export async function isMigrated(db: Db): Promise<boolean> {
  const applied = new Set(await migrationNames(db))
  return knownMigrations.every((name) => applied.has(name))
}

export async function appliedMigrations(db: Db): Promise<string[] | null> {
  const tables = await db.introspection.getTables()
  return tables.some((table) => table.name === 'schema_migrations') ? migrationNames(db) : null
}
