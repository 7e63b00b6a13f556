import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { appliedMigrations, migrateIn } from '../db/migrate.ts'
import { openDatabase, type Db, type OpenDatabase, type Trx } from '../db/open.ts'
import { reindexPosts } from '../posts/reindex.ts'
import type { Place } from './backup.ts'
import { BackupFault } from './fault.ts'
import { checkFile, openFile, refuseNewer } from './file.ts'
import { lockOut } from './lock-out.ts'
import { contentsOf, replaceRows, type Contents } from './rows.ts'
import { tablesOf, transientTables, type Table } from './tables.ts'

/** A copy of the backup, found whole and brought to the schema of today; the file itself is not touched. */
async function openCopy(file: string, copy: string): Promise<{ db: Db; madeAt: string }> {
  await copyFile(file, copy)
  await chmod(copy, 0o600)
  const db = openFile(copy)
  try {
    const { madeAt } = await checkFile(db)
    await db.transaction().execute((trx) => migrateIn(trx, 'sqlite'))
    return { db, madeAt }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function isEmpty(trx: Trx, tables: Table[]): Promise<boolean> {
  for (const { name } of tables) {
    // The one row that counts all others is always there.
    if (name === 'totals') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length > 0) return false
  }
  return true
}

async function replaceAll(copy: Db, { db, dialect }: OpenDatabase, force: boolean): Promise<Contents[]> {
  const tables = await tablesOf(copy)
  return db.transaction().execute(async (trx) => {
    refuseNewer((await appliedMigrations(trx)) ?? [], 'The database')
    await migrateIn(trx, dialect)
    if (dialect === 'postgres') await lockOut(trx, [...tables.map(({ name }) => name), ...transientTables])
    if (!force && !(await isEmpty(trx, tables)))
      throw new BackupFault('The database is not empty: --force replaces all that is in it.')
    for (const table of transientTables) await trx.deleteFrom(table).execute()
    const written = await replaceRows(copy, trx, tables)
    await reindexPosts(trx, dialect)
    if (!isDeepStrictEqual(await contentsOf(trx, tables), written))
      throw new Error('The database does not give back what was put into it')
    return written
  })
}

/**
 * Puts a backup in the place of what the database holds, in one transaction: when anything is wrong, all is as it was.
 * The site may be running: it shows what was there until the end, and then what the backup holds.
 */
export async function restoreBackup(
  place: Place,
  file: string,
  options: { force: boolean },
): Promise<{ madeAt: string; contents: Contents[] }> {
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const copy = join(place.dataDir, `restore.${process.pid}.part`)
  try {
    const { db, madeAt } = await openCopy(file, copy)
    try {
      const target = await openDatabase(place)
      const contents = await replaceAll(db, target, options.force).finally(() => target.db.destroy())
      return { madeAt, contents }
    } finally {
      await db.destroy()
    }
  } finally {
    for (const left of [copy, `${copy}-journal`]) await rm(left, { force: true })
  }
}
