import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Kysely, sql, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import { errorCodeOf } from '../db/errors.ts'
import { StatementCache } from '../db/statement-cache.ts'
import { appliedMigrations, unknownMigration } from '../db/migrate.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { readContents, type Contents } from './rows.ts'
import { listTables } from './tables.ts'

export class BackupError extends Error {}

export const cannotBe =
  (verb: 'read' | 'written', file: string) =>
  (error: unknown): never => {
    throw new BackupError(
      `${file} cannot be ${verb}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }

export async function removeLeftovers(folder: string, pattern: RegExp, before = Infinity): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!pattern.test(name)) continue
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < before) await rm(file, { force: true })
  }
}

/** The bytes "HALY" in the file header, and the version of the format. */
const APPLICATION_ID = 0x48414c59
const FORMAT = 1

type BackupTables = {
  backup_info: { made_at: string }
  backup_tables: { name: string; row_count: number; sha256: string }
}

/** SQLite rolls back by itself when the disk is full; a second rollback would hide that error. */
class FileDriver extends SqliteDriver {
  readonly #database: SqliteFile.Database

  constructor(database: SqliteFile.Database) {
    const statements = new StatementCache((text) => database.prepare<unknown[]>(text))
    super({ database: { prepare: (text) => statements.get(text), close: () => void database.close() } })
    this.#database = database
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

class FileDialect extends SqliteDialect {
  readonly #database: SqliteFile.Database

  constructor(database: SqliteFile.Database) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new FileDriver(this.#database)
  }
}

export function openFile(file: string, options: { readonly?: boolean } = {}): Db {
  const database = new SqliteFile(file, { fileMustExist: true, timeout: 5000, ...options })
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  return new Kysely<Tables>({ dialect: new FileDialect(database) })
}

export async function sealFile(trx: Trx, madeAt: Date, contents: Contents[]): Promise<void> {
  const { schema } = trx
  await schema
    .createTable('backup_info')
    .addColumn('made_at', 'text', (column) => column.primaryKey())
    .execute()
  await schema
    .createTable('backup_tables')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('row_count', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .execute()
  const own = trx.withTables<BackupTables>()
  await own.insertInto('backup_info').values({ made_at: madeAt.toISOString() }).execute()
  const rows = contents.map(({ table, rows, sha256 }) => ({ name: table, row_count: rows, sha256 }))
  await own.insertInto('backup_tables').values(rows).execute()
  await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(trx)
  await sql`pragma user_version = ${sql.lit(FORMAT)}`.execute(trx)
}

async function pragma(db: Db, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  return rows[0]?.[name]
}

const damaged = (reason: string) => new BackupError(`The backup is damaged: ${reason}.`)

export async function checkFile(db: Db): Promise<{ madeAt: string; contents: Contents[] }> {
  try {
    return await inspect(db)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'SQLITE_NOTADB') throw new BackupError('This file is not a backup.')
    if (/^SQLITE_(CORRUPT|ERROR|IOERR_SHORT_READ)/.test(code)) throw damaged(String(error))
    throw error
  }
}

async function inspect(db: Db) {
  if ((await pragma(db, 'application_id')) !== APPLICATION_ID)
    throw new BackupError('This file is not a backup.')
  if ((await pragma(db, 'user_version')) !== FORMAT)
    throw new BackupError('This backup was made by a newer version of the site: update this one first.')
  const integrity = await pragma(db, 'integrity_check')
  if (integrity !== 'ok') throw damaged(String(integrity).split('\n')[0] ?? '')
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  if (orphans.length > 0) throw damaged('rows refer to rows that are not there')
  const applied = await appliedMigrations(db)
  if (!applied) throw damaged('it does not say which schema it has')
  const newer = unknownMigration(applied)
  if (newer !== undefined)
    throw new BackupError(
      `This backup was made by a newer version of the site (${newer}): update this one first.`,
    )
  const own = db.withTables<BackupTables>()
  const { made_at } = await own.selectFrom('backup_info').select('made_at').executeTakeFirstOrThrow()
  const listed = await own.selectFrom('backup_tables').selectAll().orderBy('name').execute()
  const contents = await readContents(db, await listTables(db))
  for (const { table, rows, sha256 } of contents) {
    const entry = listed.find(({ name }) => name === table)
    if (entry?.row_count !== rows || entry.sha256 !== sha256)
      throw damaged(`${table} does not hold what was written`)
  }
  if (listed.length !== contents.length) throw damaged('a table is missing')
  return { madeAt: made_at, contents }
}
