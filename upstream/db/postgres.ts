import { PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { sayingOf, type Outage } from './outage.ts'

const BIGINT_OID = 20

export function openPostgres(url: string, logger: Logger): PostgresDialect {
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
  return new PostgresDialect({ pool })
}

/** What PostgreSQL and its client say when a connection went away under a query. */
const lost = /^(57P0[1-3]|08\w{3}|ECONNRESET|EPIPE)$|Connection terminated|is not queryable/

export const isLostConnection = (error: unknown): boolean => lost.test(sayingOf(error))

/** There is no connection to be had. */
const unreachable = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** Waits that ended: for a connection, a lock or an answer. */
const overdue = /^(53300|55P03|57014|40001|40P01)$|timeout exceeded when trying to connect/

export function postgresOutage(error: unknown): Outage | null {
  const said = sayingOf(error)
  if (said === '53100') return 'full'
  if (said === '25006') return 'read-only'
  if (isLostConnection(error) || unreachable.test(said)) return 'away'
  return overdue.test(said) ? 'busy' : null
}
