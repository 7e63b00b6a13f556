import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { dayPeriod, FIRST_HOUR } from '../analytics/periods.ts'
import { errorCodeOf } from '../db/errors.ts'
import { openDatabase, type DatabaseConfig, type Db } from '../db/open.ts'
import { appliedMigrations, unknownMigration } from '../db/migrate.ts'
import { writeBackupFile } from './backup.ts'
import { BackupError, cannotBe, checkFile, openFile, removeLeftovers } from './file.ts'
import { restoreBackup } from './restore.ts'

const FILES_TO_KEEP = 3
const backupName = /^before-(.+)-(\d{8}T\d{9}Z)\.db$/

const folderOf = ({ dataDir }: Pick<DatabaseConfig, 'dataDir'>) => join(dataDir, 'upgrades')

async function listBackups(folder: string): Promise<{ name: string; upgrade: string }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => {
      const [, upgrade, time] = backupName.exec(name) ?? []
      return upgrade && time ? [{ name, upgrade, time }] : []
    })
    .sort((a, b) => (a.time < b.time ? 1 : -1))
}

/** Keeps the newest backup of each of the last upgrades, so that an upgrade that fails repeatedly does not fill the disk. */
async function removeOld(folder: string) {
  const kept = new Set<string>()
  for (const { name, upgrade } of await listBackups(folder)) {
    if (!kept.has(upgrade) && kept.size < FILES_TO_KEEP) kept.add(upgrade)
    else await rm(join(folder, name))
  }
}

/** Callers must hold the migration lock; `migration` is the first missing one. */
export async function backUpBeforeUpgrade(config: DatabaseConfig, migration: string) {
  const folder = folderOf(config)
  config.logger.info(`Writing a backup to ${folder} before the database is upgraded`)
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeftovers(folder, /\.part(-journal)?$/)
    const { result } = await writeBackupFile(config, join(folder, `before-${migration}-${time}.db`))
    await removeOld(folder)
    return result
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The database was not upgraded, because the backup before it failed. UPGRADE_BACKUP=false upgrades without one. ${reason}`,
      { cause: error },
    )
  }
}

const figures = [
  ['page_figures', sql`views`, 'page views'],
  ['landing_figures', sql`visits + messages + subscriptions`, 'landing figures'],
] as const

/** Figures since the day before the backup, which began in all time zones. Searches come with page views. */
async function countFigures(db: Db, madeAt: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [table, column, noun] of figures) {
    const { count } = await db
      .selectFrom(table)
      .select(sql<number>`coalesce(sum(${column}), 0)`.as('count'))
      .where('page_id', '=', 0)
      .where('period', '>=', dayPeriod(addDays(madeAt.slice(0, 10), -1)))
      .where('period', '<', FIRST_HOUR)
      .executeTakeFirstOrThrow()
    counts.set(noun, count)
  }
  return counts
}

interface Backup {
  madeAt: string
  /** Empty for a backup from before figures were counted. */
  counted: Map<string, number>
}

async function readBackup(file: string): Promise<Backup> {
  const db = openFile(file, { readonly: true })
  try {
    const applied = (await appliedMigrations(db)) ?? []
    const { madeAt } = await checkFile(db)
    return { madeAt, counted: applied.includes('0016-figures') ? await countFigures(db, madeAt) : new Map() }
  } finally {
    await db.destroy()
  }
}

const writtenAt = [
  ['posts', ['updated_at'], 'posts'],
  ['working_copies', ['updated_at'], 'unpublished changes'],
  ['notes', ['created_at', 'edited_at', 'resolved_at'], 'notes'],
  ['contact_messages', ['created_at'], 'messages'],
  ['subscribers', ['created_at'], 'subscribers'],
  ['media', ['created_at'], 'images'],
  ['accounts', ['created_at'], 'accounts'],
  ['redirects', ['last_hit_at'], 'redirects with hits'],
  ['post_slugs', ['last_hit_at'], 'post addresses with hits'],
  ['case_study_slugs', ['last_hit_at'], 'case study addresses with hits'],
  ['author_slugs', ['last_hit_at'], 'author addresses with hits'],
  ['category_slugs', ['last_hit_at'], 'category addresses with hits'],
  ['tag_redirects', ['last_hit_at'], 'tag addresses with hits'],
] as const

/** Settings, targets of redirects, tags and deletions have no time of their own. */
const countActivity = (db: Db, since: number) =>
  db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>', since)
    .where(sql<boolean>`kind not like 'session.%' and kind not like '%.downloaded'`)
    .executeTakeFirstOrThrow()

async function describeWritten(db: Db, { madeAt, counted }: Backup): Promise<string> {
  const since = Date.parse(madeAt)
  const written: string[] = []
  for (const [table, columns, noun] of writtenAt) {
    const isWritten = columns.map((column) => sql`${sql.ref(column)} > ${since}`)
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`(${sql.join(isWritten, sql` or `)})`)
      .executeTakeFirstOrThrow()
    if (count > 0) written.push(`${noun}: ${count}`)
  }
  for (const [noun, count] of await countFigures(db, madeAt)) {
    const lost = count - (counted.get(noun) ?? 0)
    if (lost > 0) written.push(`${noun}: ${lost}`)
  }
  const { count } = await countActivity(db, since)
  if (count > 0) written.push(`entries of the activity log: ${count}`)
  return written.join(', ')
}

export async function planRollback(config: DatabaseConfig) {
  const { db } = openDatabase(config, { unlimited: true })
  try {
    const newer = unknownMigration((await appliedMigrations(db)) ?? [])
    if (newer === undefined)
      throw new BackupError(
        'The database was not upgraded by a newer version of the site than this one: there is nothing to roll back. Run this with the version to go back to.',
      )
    const newest = (await listBackups(folderOf(config))).find(({ upgrade }) => upgrade === newer)
    if (!newest)
      throw new BackupError(
        `The backup before ${newer} is not in ${folderOf(config)}. If another node upgraded the database, it is in the DATA_DIR of that node; an upgrade with UPGRADE_BACKUP=false wrote none.`,
      )
    const file = join(folderOf(config), newest.name)
    const backup = await readBackup(file).catch(cannotBe('read', file))
    return { file, madeAt: backup.madeAt, lost: await describeWritten(db, backup) }
  } finally {
    await db.destroy()
  }
}

export const rollBack = (config: DatabaseConfig, file: string) =>
  restoreBackup(config, file, { force: true, dropTables: true })
