import { lockMigrations, migrateIn } from './migrate.ts'
import { openDatabase, type DatabaseConfig } from './open.ts'

/** Processes that start together wait for the first one without a time limit and then find the work done. */
export async function prepareDatabase(
  config: DatabaseConfig,
  { demoContent }: { demoContent: boolean },
): Promise<void> {
  const { db, dialect } = openDatabase(config, { unlimited: true })
  try {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx, dialect, config.logger)
      await migrateIn(trx, dialect)
      if (!demoContent) return
      const { seed } = await import('../seed/seed.ts')
      await seed(trx, dialect)
    })
  } finally {
    await db.destroy()
  }
}
