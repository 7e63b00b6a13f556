import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Kysely, sql, type LogEvent, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { ensureDataDir } from './data-dir.ts'
import type { DatabaseProblem } from './errors.ts'
import { openPostgres, postgresProblem } from './postgres.ts'
import { openSqlite, sqliteProblem } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type DialectName = 'sqlite' | 'postgres'
export interface OpenDatabase {
  db: Db
  /** Reserves some connections for readers while writers wait for a lock. */
  readDb: Db
  dialect: DialectName
  problemOf(error: unknown): DatabaseProblem | null
  poolCounts?(): Record<'in_use' | 'idle' | 'waiting', number>
}

export interface DatabaseConfig {
  dataDir: string
  databaseUrl?: string | undefined
  databaseDirectUrl?: string | undefined
  databasePoolMax?: number | undefined
  /** How long a request waits for a lock or a connection; ten seconds by default. */
  waitMs?: number | undefined
  onQuery?: ((event: LogEvent) => void) | undefined
  logger: Logger
}

const WAIT_MS = 10_000
const POOL_MAX = 10

export function openDatabase(config: DatabaseConfig, { unlimited = false } = {}): OpenDatabase {
  const waitMs = unlimited ? Infinity : (config.waitMs ?? WAIT_MS)
  const { logger, onQuery } = config
  const log = onQuery && { log: onQuery }
  if (config.databaseUrl) {
    const { dialect, readDialect, poolCounts } = openPostgres({
      url: unlimited ? (config.databaseDirectUrl ?? config.databaseUrl) : config.databaseUrl,
      maxConnections: unlimited ? 1 : (config.databasePoolMax ?? POOL_MAX),
      statementMs: waitMs,
      logger,
    })
    return {
      db: new Kysely({ dialect, ...log }),
      readDb: new Kysely({ dialect: readDialect, ...log }),
      dialect: 'postgres',
      problemOf: postgresProblem,
      poolCounts,
    }
  }
  ensureDataDir(config.dataDir, logger)
  const file = join(config.dataDir, 'halyard.db')
  const problemOf = (error: unknown) => sqliteProblem(file, error)
  const db = new Kysely<Tables>({ dialect: openSqlite(file, waitMs, logger), ...log })
  return { db, readDb: db, dialect: 'sqlite', problemOf }
}

/** The time of its start distinguishes a server from its copies. */
async function identify(config: DatabaseConfig, options: { unlimited: boolean }) {
  const { db } = openDatabase({ ...config, databasePoolMax: 1 }, options)
  const identity = sql`select current_database(), extract(epoch from pg_postmaster_start_time())::text`
  try {
    return (await identity.execute(db)).rows
  } finally {
    await db.destroy()
  }
}

/** Otherwise migrations and backups would be of another database than the one of the site. A pooler may be stopped for them. */
export async function requireSameDatabase(config: DatabaseConfig): Promise<void> {
  if (!config.databaseUrl || !config.databaseDirectUrl) return
  const direct = await identify(config, { unlimited: true })
  const pooled = await identify(config, { unlimited: false }).catch((error: unknown) => {
    if (postgresProblem(error)) return null
    throw error
  })
  if (pooled && !isDeepStrictEqual(direct, pooled))
    throw new Error('DATABASE_DIRECT_URL and DATABASE_URL are addresses of different databases.')
}
