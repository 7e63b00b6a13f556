import { accessSync, constants, existsSync } from 'node:fs'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { sayingOf, type Outage } from './outage.ts'

interface OpenFile extends SqliteDatabase {
  isInTransaction(): boolean
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #file: OpenFile

  constructor(file: OpenFile) {
    super({ database: file })
    this.#file = file
  }

  /** A deferred transaction that turns into a writer late fails at once when another process writes. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite itself ends a transaction that the disk refused; a second end would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.isInTransaction()) await super.rollbackTransaction(connection)
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #file: OpenFile

  constructor(file: OpenFile) {
    super({ database: file })
    this.#file = file
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#file)
  }
}

const MAX_STATEMENTS = 200

function openFile(file: string): SqliteFile.Database {
  const database = new SqliteFile(file, { timeout: 5000 })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -32000')
  // Reads go to the system's own cache: with 100,000 posts a post is read in a third of the time.
  database.pragma('mmap_size = 268435456')
  return database
}

/** The database is one file and, while it is open, two beside it. */
function isWritable(file: string): boolean {
  try {
    const beside = [`${file}-wal`, `${file}-shm`].filter((each) =>
      existsSync(/* turbopackIgnore: true */ each),
    )
    for (const each of [file, ...beside]) accessSync(each, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isReadOnly = (error: unknown) => sayingOf(error).startsWith('SQLITE_READONLY')

/**
 * The file as Kysely sees it. Statements are kept by their text: preparing one costs more than most of them take to
 * run. A file that could only be opened for reading stays so, whatever its permissions become; it is opened anew then.
 */
function keepOpen(file: string): OpenFile {
  let database = openFile(file)
  let isStale = false
  const kept = new Map<string, SqliteStatement>()

  function openAnew() {
    const fresh = openFile(file)
    database.close()
    database = fresh
    kept.clear()
    isStale = false
  }

  function watched<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      isStale ||= isReadOnly(error)
      throw error
    }
  }

  function prepare(text: string): SqliteStatement {
    const statement = database.prepare<unknown[]>(text)
    return {
      reader: statement.reader,
      all: (parameters) => watched(() => statement.all(parameters)),
      run: (parameters) => watched(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    }
  }

  return {
    close: () => void database.close(),
    isInTransaction: () => database.inTransaction,
    prepare: (text) => {
      if (isStale && !database.inTransaction && isWritable(file)) openAnew()
      const statement = kept.get(text) ?? prepare(text)
      if (kept.size >= MAX_STATEMENTS) kept.clear()
      kept.set(text, statement)
      return statement
    },
  }
}

export const openSqlite = (file: string) => new ImmediateSqliteDialect(keepOpen(file))

const refusedWrite = /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMOPEN|SHMMAP)$/

/** A failed write means a disk that is full (or a quota, or a limit), unless the system says that nobody may write. */
export function sqliteOutage(file: string, error: unknown): Outage | null {
  const said = sayingOf(error)
  if (said === 'SQLITE_FULL') return 'full'
  if (isReadOnly(error)) return 'read-only'
  if (/^SQLITE_(BUSY|LOCKED)/.test(said)) return 'busy'
  if (!refusedWrite.test(said)) return null
  return isWritable(file) ? 'full' : 'read-only'
}
