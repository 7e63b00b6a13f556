import { accessSync, constants, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import type { Logger } from 'pino'
import { ensurePrivateFile } from './data-dir.ts'
import { errorCodeOf, type DatabaseProblem } from './errors.ts'
import { StatementCache } from './statement-cache.ts'

interface SqliteConnectionFile extends SqliteDatabase {
  isInTransaction(): boolean
}

const RETRY_MS = 20
const LOG_AFTER_MS = 2000

const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(errorCodeOf(error))

/** Waits for other writers without blocking the process, unlike SQLite's own timeout. */
class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #pause: () => Promise<void>
  readonly #waitMs: number
  readonly #logger: Logger

  constructor(connection: DatabaseConnection, pause: () => Promise<void>, waitMs: number, logger: Logger) {
    this.#connection = connection
    this.#pause = pause
    this.#waitMs = waitMs
    this.#logger = logger
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const started = Date.now()
    for (let isLogged = false; ;) {
      try {
        return await this.#connection.executeQuery<R>(query)
      } catch (error) {
        const waited = Date.now() - started
        if (!isBusy(error) || waited > this.#waitMs) throw error
        if (!isLogged && waited > LOG_AFTER_MS) {
          this.#logger.info('Waiting for another process that writes to the database')
          isLogged = true
        }
        await this.#pause()
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<R>(query, chunkSize)
  }
}

/** Kysely's own lock on the connection would be held while a statement waits for another process. */
class UnlockedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #file: SqliteConnectionFile
  readonly #waitMs: number
  readonly #logger: Logger
  #free: Promise<void> = Promise.resolve()
  #unlock = () => {}

  constructor(file: SqliteConnectionFile, waitMs: number, logger: Logger) {
    super({ database: file })
    this.#file = file
    this.#waitMs = waitMs
    this.#logger = logger
  }

  override async acquireConnection() {
    await this.#lock()
    const connection = await super.acquireConnection()
    return new WaitingConnection(connection, () => this.#pause(), this.#waitMs, this.#logger)
  }

  override releaseConnection() {
    this.#unlock()
    return Promise.resolve()
  }

  async #lock() {
    const free = this.#free
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free = promise
    await free
    this.#unlock = resolve
  }

  /** Lets other requests use the connection, except within a transaction, which they would join. */
  async #pause() {
    if (this.#file.isInTransaction()) return wait(RETRY_MS)
    this.#unlock()
    await wait(RETRY_MS)
    await this.#lock()
  }

  /** A deferred transaction fails at once if another process wrote before its first write. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself when the disk is full; a second rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.isInTransaction()) await super.rollbackTransaction(connection)
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #createDriver: () => ImmediateSqliteDriver

  constructor(file: SqliteConnectionFile, waitMs: number, logger: Logger) {
    super({ database: file })
    this.#createDriver = () => new ImmediateSqliteDriver(file, waitMs, logger)
  }

  override createAdapter() {
    return new UnlockedSqliteAdapter()
  }

  override createDriver() {
    return this.#createDriver()
  }
}

const OPEN_TIMEOUT_MS = 5_000
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Waits while another process prepares a new file, because SQLite fails at once when it cannot change the journal mode. */
function enableWriteAheadLog(database: SqliteFile.Database) {
  const startedAt = performance.now()
  for (;;)
    try {
      return database.pragma('journal_mode = WAL')
    } catch (error) {
      const isBusy = errorCodeOf(error).startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() - startedAt > OPEN_TIMEOUT_MS) throw error
      Atomics.wait(sleeper, 0, 0, RETRY_MS)
    }
}

function openFile(file: string): SqliteFile.Database {
  ensurePrivateFile(file)
  const database = new SqliteFile(file, { timeout: OPEN_TIMEOUT_MS })
  enableWriteAheadLog(database)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -32000')
  // Reading through the system's cache takes a third of the time with 100,000 posts.
  database.pragma('mmap_size = 268435456')
  database.pragma('busy_timeout = 0')
  return database
}

function isWritable(file: string): boolean {
  try {
    const open = [`${file}-wal`, `${file}-shm`].filter((each) => existsSync(/* turbopackIgnore: true */ each))
    for (const each of [file, ...open]) accessSync(each, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isReadOnly = (error: unknown) => errorCodeOf(error).startsWith('SQLITE_READONLY')

function openReusable(file: string): SqliteConnectionFile {
  let database = openFile(file)
  let isStale = false
  const statements = new StatementCache(prepare)

  function reopen() {
    // Closed first, because connections of one process share the -shm file, which stays read-only while one is open.
    database.close()
    database = openFile(file)
    statements.clear()
    isStale = false
  }

  function noteReadOnly<Result>(work: () => Result): Result {
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
      all: (parameters) => noteReadOnly(() => statement.all(parameters)),
      run: (parameters) => noteReadOnly(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    }
  }

  return {
    close: () => void database.close(),
    isInTransaction: () => database.inTransaction,
    prepare: (text) => {
      if (isStale && !database.inTransaction && isWritable(file)) reopen()
      return statements.get(text)
    },
  }
}

export const openSqlite = (file: string, waitMs: number, logger: Logger) =>
  new ImmediateSqliteDialect(openReusable(file), waitMs, logger)

const failedWrite = /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMOPEN|SHMMAP)$/

/** A failed write to a writable file means a full disk, a quota or a limit on file sizes. */
export function sqliteProblem(file: string, error: unknown): DatabaseProblem | null {
  const code = errorCodeOf(error)
  if (code === 'SQLITE_FULL') return 'full'
  if (isReadOnly(error)) return 'read-only'
  if (isBusy(error)) return 'busy'
  if (!failedWrite.test(code)) return null
  return isWritable(file) ? 'full' : 'read-only'
}
