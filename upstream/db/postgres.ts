import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type TransactionSettings,
} from 'kysely'
import pLimit from 'p-limit'
import pg from 'pg'
import type { Logger } from 'pino'
import { errorCodeOf, type DatabaseProblem } from './errors.ts'

const BIGINT_OID = 20
const TOO_MANY_CONNECTIONS = '53300'
const READ_TIMEOUT = 'Query read timeout'
const RETRY_MS = 50
/** How long a pool stops growing when the server has no connections left. */
const FULL_SERVER_MS = 1_000
const CONNECT_MS = 10_000
const WRITERS_SHARE = 0.75
const CONNECT_TIMEOUT = 'timeout exceeded when trying to connect'

interface PostgresConfig {
  url: string
  maxConnections: number
  /** The statement timeout, which includes waiting for locks. */
  statementMs: number
  logger: Logger
}

/** Discards a connection whose query timed out, because the server may still run that query. */
class PoolClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient
  readonly #released = Promise.withResolvers<void>()
  #timedOut = false

  constructor(client: PostgresPoolClient) {
    this.#client = client
  }

  get released(): Promise<void> {
    return this.#released.promise
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    return typeof text === 'string' ? this.#run<R>(text, values) : this.#client.query(text)
  }

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#timedOut) throw new Error(READ_TIMEOUT)
    try {
      return await this.#client.query<R>(text, values)
    } catch (error) {
      this.#timedOut = errorCodeOf(error) === READ_TIMEOUT
      throw error
    }
  }

  release(destroy = false) {
    this.#client.release(destroy || this.#timedOut)
    this.#released.resolve()
  }
}

/** When the server has no connections left, requests wait in order for the connections of the pool. */
async function connect(pool: pg.Pool, maxConnections: number, waitMs: number): Promise<PoolClient> {
  const deadline = Date.now() + waitMs
  for (;;) {
    try {
      return new PoolClient(await pool.connect())
    } catch (error) {
      if (errorCodeOf(error) !== TOO_MANY_CONNECTIONS || Date.now() > deadline) throw error
      pool.options.max = Math.max(1, pool.totalCount)
      setTimeout(() => (pool.options.max = maxConnections), FULL_SERVER_MS).unref()
      await wait(RETRY_MS)
    }
  }
}

/** Writers may wait for a lock, such as during a restore, so a quarter of the connections is left to readers. */
function limitWriters(connectReader: () => Promise<PoolClient>, maxConnections: number, waitMs: number) {
  const limit = pLimit(Math.max(1, Math.floor(maxConnections * WRITERS_SHARE)))
  const connectWriter = () => {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    let expired = false
    const timer = setTimeout(() => {
      expired = true
      reject(new Error(CONNECT_TIMEOUT))
    }, waitMs)
    limit(async () => {
      if (expired) return
      clearTimeout(timer)
      const client = await connectReader()
      resolve(client)
      await client.released
    }).catch(reject)
    return promise
  }
  return { connectWriter, countWaiting: () => limit.pendingCount }
}

/** A server may have limits that an upgrade or a restore exceeds. PostgreSQL 17 has one for transactions. */
const removeTimeouts = `select set_config(name, '0', true) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** Sets limits per transaction, because poolers like PgBouncer reject startup parameters and share sessions. */
class LimitedDriver extends PostgresDriver {
  readonly #statementMs: number

  constructor(pool: PostgresPool, statementMs: number) {
    super({ pool })
    this.#statementMs = statementMs
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings)
    const isLimited = this.#statementMs !== Infinity
    const limits = isLimited ? `set local statement_timeout = ${this.#statementMs}` : removeTimeouts
    await connection.executeQuery(CompiledQuery.raw(limits))
  }
}

class LimitedDialect extends PostgresDialect {
  readonly #createDriver: () => LimitedDriver

  constructor(pool: PostgresPool, statementMs: number) {
    super({ pool })
    this.#createDriver = () => new LimitedDriver(pool, statementMs)
  }

  override createDriver() {
    return this.#createDriver()
  }
}

export function openPostgres({ url, maxConnections, statementMs, logger }: PostgresConfig) {
  const isLimited = statementMs !== Infinity
  const connectMs = isLimited ? statementMs : CONNECT_MS
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    // Within a transaction the server's own timeout ends a statement first.
    ...(isLimited && { query_timeout: statementMs + 1000 }),
    keepAlive: true,
    types: {
      // Counts and times stay below 2^53, so they can be numbers, as in SQLite.
      getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  const logLoss = (error: Error) => logger.warn({ reason: error.message }, 'A database connection was lost')
  // Idle connections are logged by their own listeners; without this one the pool's event would end the process.
  pool.on('error', () => {})
  // The pool handles errors of idle connections only; an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', logLoss))
  const connectReader = () => connect(pool, maxConnections, connectMs)
  const { connectWriter, countWaiting } = limitWriters(connectReader, maxConnections, connectMs)
  const { options } = pool
  const end = () => pool.end()
  const poolCounts = () => ({
    in_use: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + countWaiting(),
  })
  return {
    dialect: new LimitedDialect({ connect: connectWriter, end, options }, statementMs),
    readDialect: new LimitedDialect({ connect: connectReader, end: async () => {}, options }, statementMs),
    poolCounts,
  }
}

const lostConnection = /^(57P0[1-3]|08\w{3}|ECONNRESET|EPIPE)$|Connection terminated|is not queryable/

export const isLostConnection = (error: unknown): boolean => lostConnection.test(errorCodeOf(error))

const unreachable = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** Error codes of timeouts and of conflicts between transactions. */
const busy = /^(53300|55P03|57014|40001|40P01)$|timeout exceeded when trying to connect|^Query read timeout$/

export function postgresProblem(error: unknown): DatabaseProblem | null {
  const code = errorCodeOf(error)
  if (code === '53100') return 'full'
  if (code === '25006') return 'read-only'
  if (isLostConnection(error) || unreachable.test(code)) return 'unreachable'
  return busy.test(code) ? 'busy' : null
}
