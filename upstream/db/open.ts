import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type DialectName = 'sqlite' | 'postgres'
export interface OpenDatabase {
  db: Db
  dialect: DialectName
}

/** A deferred transaction that turns into a writer late fails at once when another process writes. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

const MAX_STATEMENTS = 200

/** Kysely asks for a statement by its text each time; preparing one costs more than most of them take to run. */
function keepStatements(database: SqliteFile.Database): SqliteDatabase {
  const kept = new Map<string, SqliteFile.Statement>()
  return {
    close: () => void database.close(),
    prepare: (text) => {
      const statement = kept.get(text) ?? database.prepare(text)
      if (kept.size >= MAX_STATEMENTS) kept.clear()
      kept.set(text, statement)
      return statement
    },
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new ImmediateSqliteDriver({ database: this.#database })
  }
}

function openSqlite(file: string): Db {
  const database = new SqliteFile(file, { timeout: 5000 })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -32000')
  // Reads go to the system's own cache: with 100,000 posts a post is read in a third of the time.
  database.pragma('mmap_size = 268435456')
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(keepStatements(database)) })
}

const BIGINT_OID = 20

/** What PostgreSQL and its client say when a connection went away under a query. */
const lostConnection = /^(57P0[1-3]|08\w{3}|ECONNRESET|EPIPE)$|Connection terminated/

export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const said = 'code' in error ? error.code : 'message' in error ? error.message : ''
  return lostConnection.test(String(said))
}

function openPostgres(url: string, logger: Logger): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: 5000,
    types: {
      // Counts and times stay below 2^53, so they are numbers here as they are in SQLite.
      getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  const noteLoss = (error: Error) => logger.warn({ reason: error.message }, 'A database connection was lost')
  pool.on('error', noteLoss)
  // The pool listens to idle connections only; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', noteLoss))
  // Every query of ours has its index. The planner does not see what reading the words of all posts would cost.
  pool.on('connect', (client) => void client.query('set enable_seqscan = off').catch(noteLoss))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

export async function openDatabase(config: {
  dataDir: string
  databaseUrl?: string | undefined
  logger: Logger
}): Promise<OpenDatabase> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  if (config.databaseUrl) return { db: openPostgres(config.databaseUrl, config.logger), dialect: 'postgres' }
  return { db: openSqlite(join(config.dataDir, 'halyard.db')), dialect: 'sqlite' }
}
