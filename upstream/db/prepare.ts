import { sql } from 'kysely'
import { hasContent } from '../backup/tables.ts'
import { backUpBeforeUpgrade } from '../backup/upgrade.ts'
import { recordBackup, type BackupResult } from '../system/job-runs.ts'
import { appliedMigrations, lockMigrations, migrateIn, missingMigration } from './migrate.ts'
import { openDatabase, type DatabaseConfig, type DialectName, type Trx } from './open.ts'

interface PrepareOptions {
  demoContent: boolean
  /** Whether a backup is written before a database with content is migrated. */
  upgradeBackup?: boolean | undefined
}

/** Processes that start together wait for the first one without a time limit and then find the work done. */
export async function prepareDatabase(
  config: DatabaseConfig,
  { demoContent, upgradeBackup = true }: PrepareOptions,
): Promise<void> {
  const { db, dialect } = openDatabase(config, { unlimited: true })
  try {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx, dialect, config.logger)
      const applied = await appliedMigrations(trx)
      const missing = applied && missingMigration(applied)
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
  const before = await countRows(trx)
  await migrateIn(trx, dialect)
  const after = await countRows(trx)
  for (const [table, rows] of before) {
    const left = after.get(table) ?? rows
    if (left < rows)
      throw new Error(
        `The upgrade would remove ${rows - left} of ${rows} rows of ${table}: nothing was changed.`,
      )
  }
  if (backup) await recordBackup(trx, backup)
}

async function countRows(trx: Trx): Promise<Map<string, number>> {
  const tables = await trx.introspection.getTables()
  const own = tables.find(({ name }) => name === 'schema_migrations')?.schema
  const counts = new Map<string, number>()
  for (const { name, schema } of tables) {
    if (schema !== own || !hasContent(name)) continue
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(trx)
    counts.set(name, rows[0]?.n ?? 0)
  }
  return counts
}
