import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Outage } from './outage.ts'
import { openPostgres, postgresOutage } from './postgres.ts'
import { openSqlite, sqliteOutage } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type DialectName = 'sqlite' | 'postgres'
export interface OpenDatabase {
  db: Db
  dialect: DialectName
  /** What an error of it means, when it means the database and not us. */
  outageOf(error: unknown): Outage | null
}

export async function openDatabase(config: {
  dataDir: string
  databaseUrl?: string | undefined
  logger: Logger
}): Promise<OpenDatabase> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  if (config.databaseUrl) {
    const dialect = openPostgres(config.databaseUrl, config.logger)
    return { db: new Kysely({ dialect }), dialect: 'postgres', outageOf: postgresOutage }
  }
  const file = join(config.dataDir, 'halyard.db')
  const outageOf = (error: unknown) => sqliteOutage(file, error)
  return { db: new Kysely({ dialect: openSqlite(file) }), dialect: 'sqlite', outageOf }
}
