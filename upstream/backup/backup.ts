import { existsSync, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { errorCodeOf } from '../db/errors.ts'
import { appliedMigrations, migrateIn, rejectNewer } from '../db/migrate.ts'
import { openDatabase, type DatabaseConfig, type Db, type OpenDatabase, type Trx } from '../db/open.ts'
import { openSqlite } from '../db/sqlite.ts'
import type { Tables } from '../db/tables.ts'
import { recordBackup, type BackupResult } from '../system/job-runs.ts'
import { BackupError, cannotBe, checkFile, openFile, sealFile } from './file.ts'
import { replaceRows, type Contents } from './rows.ts'
import { listTables } from './tables.ts'

type Source = Pick<OpenDatabase, 'db' | 'dialect'>

/** Opens an existing database; SQLite is opened read-only, so writers are not waited for. */
function openSource(config: DatabaseConfig): Source {
  if (config.databaseUrl) return openDatabase(config, { unlimited: true })
  const file = join(config.dataDir, 'halyard.db')
  if (!existsSync(file)) throw new BackupError(`There is no readable database in ${config.dataDir}.`)
  return { db: openFile(file, { readonly: true }), dialect: 'sqlite' }
}

async function inSnapshot<Result>({ db }: Source, work: (trx: Trx) => Promise<Result>) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(work)
}

async function fill(part: string, source: Trx): Promise<void> {
  // Before the first read, which takes the snapshot: a rollback counts what was written after this time as lost.
  const madeAt = new Date()
  const applied = await appliedMigrations(source)
  if (!applied) throw new BackupError('There is nothing to back up: the database is empty.')
  rejectNewer(applied)
  const target = openFile(part)
  try {
    await target.transaction().execute(async (trx) => {
      await migrateIn(trx, 'sqlite', applied)
      await sealFile(trx, madeAt, await replaceRows(source, trx, await listTables(trx)))
    })
  } finally {
    await target.destroy()
  }
}

const failedWrite = /^SQLITE_(FULL|IOERR_WRITE|IOERR_FSYNC)$/

async function flush(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

interface BackupFile {
  contents: Contents[]
  result: BackupResult
}

const partOf = (file: string) => `${file}.${process.pid}.part`

export function removeUnfinished(file: string): void {
  const part = partOf(file)
  for (const leftover of [part, `${part}-journal`]) rmSync(leftover, { force: true })
}

/** Writes a new file and renames it to its final name only after verifying it. */
export async function writeBackupFile(config: DatabaseConfig, file: string): Promise<BackupFile> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: a backup does not replace files.`)
  const part = partOf(file)
  const handle = await open(part, 'wx', 0o600).catch(cannotBe('written', file))
  const removeLeftovers = () => removeUnfinished(file)
  process.once('exit', removeLeftovers)
  try {
    await handle.close()
    const source = openSource(config)
    await inSnapshot(source, (trx) => fill(part, trx))
      .catch((error: unknown) => {
        // The source is only read, so these errors concern the new file.
        if (failedWrite.test(errorCodeOf(error))) cannotBe('written', file)(error)
        throw error
      })
      .finally(() => source.db.destroy())
    const contents = await readBack(openFile(part, { readonly: true }))
    await flush(part)
    await rename(part, file)
    await flush(dirname(file))
    const { size: bytes } = await stat(file)
    const rows = contents.reduce((sum, table) => sum + table.rows, 0)
    return { contents, result: { rows, bytes, file: resolve(file) } }
  } finally {
    removeLeftovers()
    process.off('exit', removeLeftovers)
  }
}

export async function writeBackup(config: DatabaseConfig, file: string): Promise<Contents[]> {
  const { contents, result } = await writeBackupFile(config, file)
  await recordSuccess(config, result).catch((error: unknown) =>
    config.logger.warn({ err: error }, 'The backup could not be recorded'),
  )
  return contents
}

/** Servers may write without a pause. */
const RECORD_WAIT_MS = 60_000

async function recordSuccess(config: DatabaseConfig, result: BackupResult) {
  const db = config.databaseUrl
    ? openDatabase(config, { unlimited: true }).db
    : new Kysely<Tables>({
        dialect: openSqlite(join(config.dataDir, 'halyard.db'), RECORD_WAIT_MS, config.logger),
      })
  try {
    // The first versions, which a newer one may back up before it upgrades them, record nothing.
    const applied = await appliedMigrations(db)
    if (applied?.includes('0013-settings')) await recordBackup(db, result)
  } finally {
    await db.destroy()
  }
}

async function readBack(db: Db): Promise<Contents[]> {
  const { contents } = await checkFile(db).finally(() => db.destroy())
  return contents
}
