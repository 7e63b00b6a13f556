import { access, chmod, constants, copyFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import { recordChange } from '../changes/record.ts'
import { ensureDataDir } from '../db/data-dir.ts'
import { dropSchema } from '../db/drop.ts'
import { errorCodeOf } from '../db/errors.ts'
import { appliedMigrations, lockMigrations, migrateIn, requireUtf8 } from '../db/migrate.ts'
import { openDatabase, type DatabaseConfig, type Db, type OpenDatabase, type Trx } from '../db/open.ts'
import { rebuildSearch } from '../db/search-index.ts'
import { reindexMessages } from '../messages/search-index.ts'
import { readIndexRows } from '../posts/reindex.ts'
import { recordRun } from '../system/job-runs.ts'
import { BackupError, cannotBe, checkFile, openFile, removeLeftovers } from './file.ts'
import { formatContents, readContents, replaceRows, type Contents } from './rows.ts'
import { listTables, transientTables, type Table } from './tables.ts'

async function openCopy(file: string, copy: string): Promise<{ db: Db; madeAt: string }> {
  await access(file, constants.R_OK).catch(cannotBe('read', file))
  if ((await stat(file)).isDirectory()) throw new BackupError(`${file} cannot be read: it is a folder.`)
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
    if (name === 'totals') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length > 0) return false
  }
  return true
}

const LOCK_TRIES = 100
const LOCK_PAUSE_MS = 50
const LOCK_NOT_AVAILABLE = '55P03'

/** Locks out writers on PostgreSQL. A busy lock is retried, because waiting while holding others could deadlock. */
async function excludeWriters(trx: Trx, tables: string[]): Promise<void> {
  // Writers of posts lock the totals first.
  const ordered = ['totals', ...tables.filter((name) => name !== 'totals')]
  const names = sql.join(ordered.map((name) => sql.table(name)))
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint unlocked`.execute(trx)
    try {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      await sql`lock table ${names} in exclusive mode`.execute(trx)
      await sql`set local lock_timeout = 0`.execute(trx)
      return
    } catch (error) {
      if (errorCodeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      await sql`rollback to savepoint unlocked`.execute(trx)
      if (tries === LOCK_TRIES)
        throw new BackupError('The database is written to without a pause: stop the site and try again.')
      await wait(LOCK_PAUSE_MS)
    }
  }
}

interface RestoreOptions {
  force: boolean
  /** Drops all tables first, because a newer version may have changed them. */
  dropTables?: boolean
}

async function replaceAll(
  copy: Db,
  { db, dialect }: OpenDatabase,
  { force, dropTables = false, logger }: RestoreOptions & Pick<DatabaseConfig, 'logger'>,
): Promise<Contents[]> {
  const tables = await listTables(copy)
  if (dropTables && dialect === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
  return db.transaction().execute(async (trx) => {
    await lockMigrations(trx, dialect, logger)
    if (dropTables) await dropSchema(trx, dialect)
    const applied = await appliedMigrations(trx)
    if (!applied && !dropTables) await requireUtf8(trx, dialect)
    await migrateIn(trx, dialect)
    if (dialect === 'postgres')
      await excludeWriters(trx, [...tables.map(({ name }) => name), ...transientTables])
    if (!force && !(await isEmpty(trx, tables)))
      throw new BackupError('The database is not empty: --force replaces everything in it.')
    for (const table of transientTables) await trx.deleteFrom(table).execute()
    await recordRun(trx, 'restore')
    await using indexRows = readIndexRows(copy, dialect)
    const written = await replaceRows(copy, trx, tables)
    if (!isDeepStrictEqual(await readContents(trx, tables), written))
      throw new Error('The restored rows differ from those of the backup')
    await recordChange(trx, dialect, { tags: [pageTags.all], removes: true })
    await rebuildSearch(trx, dialect, indexRows)
    await reindexMessages(trx, dialect)
    return written
  })
}

/** Without fresh statistics PostgreSQL plans the first searches badly. */
async function updateStatistics({ db, dialect }: OpenDatabase) {
  if (dialect === 'postgres') await sql`analyze`.execute(db)
}

/** A backup leaves out the links of invitations. */
async function countInvitations(db: Db): Promise<number> {
  const { pending } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('pending'))
    .where('expires_at', '>', Date.now())
    .executeTakeFirstOrThrow()
  return pending
}

interface Restored {
  madeAt: string
  contents: Contents[]
  /** Invitations that must be sent again. */
  invitations: number
}

export const formatRestored = ({ madeAt, contents, invitations }: Restored) =>
  `${madeAt} (${formatContents(contents)})${invitations > 0 ? `. Invitations to send again: ${invitations}` : ''}`

export const unfinishedRestore = /^restore\.\d+\.part(-journal)?$/

/** Runs in one transaction, so that a running site shows the old content until the end. */
export async function restoreBackup(
  config: DatabaseConfig,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  const { dataDir, logger } = config
  ensureDataDir(dataDir, logger)
  // SQLite would apply the journal of a killed restore to a copy of the same name.
  await removeLeftovers(dataDir, unfinishedRestore)
  const copy = join(dataDir, `restore.${process.pid}.part`)
  try {
    const { db, madeAt } = await openCopy(file, copy)
    const target = openDatabase(config, { unlimited: true })
    try {
      const contents = await replaceAll(db, target, { ...options, logger })
      await updateStatistics(target)
      return { madeAt, contents, invitations: await countInvitations(target.db) }
    } finally {
      await target.db.destroy()
      await db.destroy()
    }
  } finally {
    for (const leftover of [copy, `${copy}-journal`]) await rm(leftover, { force: true })
  }
}
