import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { appliedMigrations, migrateIn } from '../db/migrate.ts'
import { openDatabase, type Db, type OpenDatabase, type Trx } from '../db/open.ts'
import { BackupFault } from './fault.ts'
import { checkFile, openFile, refuseNewer, sealFile } from './file.ts'
import { replaceRows, type Contents } from './rows.ts'
import { tablesOf } from './tables.ts'

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
  logger: Logger
}

type Source = Pick<OpenDatabase, 'db' | 'dialect'>

/** Unlike a start, it neither makes a database nor waits for a turn to write. */
async function openSource(place: Place): Promise<Source> {
  if (place.databaseUrl) return openDatabase(place)
  const file = join(place.dataDir, 'halyard.db')
  if (!existsSync(file)) throw new BackupFault(`There is no database in ${place.dataDir}.`)
  return { db: openFile(file, { readonly: true }), dialect: 'sqlite' }
}

/** All of it as of one moment, while others go on writing. */
async function inSnapshot<Result>({ db, dialect }: Source, work: (trx: Trx) => Promise<Result>) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (trx) => {
    if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    return work(trx)
  })
}

async function fill(part: string, source: Trx): Promise<void> {
  const applied = await appliedMigrations(source)
  if (!applied) throw new BackupFault('There is nothing to back up: the database was never started.')
  refuseNewer(applied, 'The database')
  const target = openFile(part)
  try {
    await target.transaction().execute(async (trx) => {
      await migrateIn(trx, 'sqlite', applied)
      await sealFile(trx, await replaceRows(source, trx, await tablesOf(trx)))
    })
  } finally {
    await target.destroy()
  }
}

async function flush(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes everything there is into one file, which is not there under its name before it was read back and found whole.
 * A file that exists is not replaced.
 */
export async function writeBackup(place: Place, file: string): Promise<Contents[]> {
  if (existsSync(file)) throw new BackupFault(`${file} is there already: a backup replaces no file.`)
  const source = await openSource(place)
  const part = `${file}.${process.pid}.part`
  try {
    await (await open(part, 'wx', 0o600)).close()
    await inSnapshot(source, (trx) => fill(part, trx))
    const contents = await verified(openFile(part, { readonly: true }))
    await flush(part)
    await rename(part, file)
    await flush(dirname(file))
    return contents
  } finally {
    await source.db.destroy()
    for (const left of [part, `${part}-journal`]) await rm(left, { force: true })
  }
}

async function verified(db: Db): Promise<Contents[]> {
  const { contents } = await checkFile(db).finally(() => db.destroy())
  return contents
}
