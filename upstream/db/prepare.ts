import { sql } from 'kysely'
import { hasContent } from '../backup/tables.ts'
import { backUpBeforeUpgrade } from '../backup/upgrade.ts'
import { recordBackup, type BackupResult } from '../system/job-runs.ts'
import { appliedMigrations, lockMigrations, migrateIn, missingMigration, requireUtf8 } from './migrate.ts'
import { openDatabase, requireSameDatabase, type DatabaseConfig, type DialectName, type Trx } from './open.ts'

interface PrepareOptions {
  demoContent: boolean
  upgradeBackup?: boolean | undefined
  /** False where an older version may still be serving, which could not start again after an upgrade. */
  mayUpgrade?: boolean
}

/** Processes that start together wait for the first one without a time limit and then find the work done. */
export async function prepareDatabase(
  config: DatabaseConfig,
  { demoContent, upgradeBackup = true, mayUpgrade = true }: PrepareOptions,
): Promise<void> {
  await requireSameDatabase(config)
  const { db, dialect } = openDatabase(config, { unlimited: true })
  try {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx, dialect, config.logger)
      const applied = await appliedMigrations(trx)
      if (!applied && !mayUpgrade)
        throw new Error('The database is empty. Run this where the site runs, after its first start.')
      if (!applied) await requireUtf8(trx, dialect)
      const missing = applied && missingMigration(applied)
      if (missing && !mayUpgrade)
        throw new Error(
          'The database is older than this version of the site. Start the site first, or use the version that is running.',
        )
      if (missing)
        await upgrade(trx, dialect, upgradeBackup ? await backUpBeforeUpgrade(config, missing) : null)
      else await migrateIn(trx, dialect)
      if (!demoContent) return
      const { seed } = await import('../seed/seed.ts')
      await seed(trx, dialect)
    })
  } finally {
    await db.destroy()
  }
}

/** Rolls back when a migration would remove content. */
async function upgrade(trx: Trx, dialect: DialectName, backup: BackupResult | null): Promise<void> {
  const before = await countRows(trx, dialect)
  await migrateIn(trx, dialect)
  const after = await countRows(trx, dialect)
  for (const [table, { rows, file }] of before) {
    const now = after.get(table)
    if (!now || now.rows >= rows) continue
    const keptAll = now.file === file && now.added !== null && now.added >= 0
    if (!keptAll)
      throw new Error(
        `The upgrade would remove ${rows - now.rows} of ${rows} rows of ${table}: nothing was changed.`,
      )
  }
  if (backup) await recordBackup(trx, backup)
}

interface TableSize {
  rows: number
  /** Differs after the table was truncated or recreated. */
  file: number | null
  /** What this transaction inserted minus what it deleted; null when it is not known. */
  added: number | null
}

/** On PostgreSQL other nodes may delete rows meanwhile. */
const sizeOf = (name: string, dialect: DialectName) =>
  dialect === 'sqlite'
    ? sql<TableSize>`select count(*) as rows, null as file, null as added from ${sql.table(name)}`
    : sql<TableSize>`
        select (select count(*) from ${sql.table(name)}) as rows, pg_relation_filenode(relid) as file,
          case when current_setting('track_counts')::boolean then n_tup_ins - n_tup_del end as added
        from pg_stat_xact_user_tables where relid = quote_ident(${name})::regclass`

async function countRows(trx: Trx, dialect: DialectName): Promise<Map<string, TableSize>> {
  const tables = await trx.introspection.getTables()
  const own = tables.find(({ name }) => name === 'schema_migrations')?.schema
  const sizes = new Map<string, TableSize>()
  for (const { name, schema } of tables) {
    if (schema !== own || !hasContent(name)) continue
    const [size] = (await sizeOf(name, dialect).execute(trx)).rows
    if (size) sizes.set(name, size)
  }
  return sizes
}
