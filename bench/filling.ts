import { sql } from 'kysely'
import pino from 'pino'
import { openDatabase, type Db, type OpenDatabase, type Trx } from '#upstream/db/open.ts'

export interface FilledConfig {
  dataDir: string
  databaseUrl?: string | undefined
}

const logger = pino({ level: 'error' }, pino.destination(2))

/** Opens a database that nobody else uses yet, without checks of rows that are known to be right. */
export async function openForFilling(config: FilledConfig): Promise<OpenDatabase> {
  const database = openDatabase({ ...config, logger }, { unlimited: true })
  const { db, dialect } = database
  const settings =
    dialect === 'sqlite'
      ? ['pragma synchronous = off', 'pragma foreign_keys = off', 'pragma cache_size = -500000']
      : ['set session_replication_role = replica']
  for (const setting of settings) await sql.raw(setting).execute(db)
  return database
}

const BATCH = 500

export async function inBatches(
  db: Db,
  count: number,
  insert: (trx: Trx, numbers: number[]) => Promise<unknown>,
) {
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    await db.transaction().execute((trx) => insert(trx, numbers))
  }
}

export const timeOf = (number: number, count: number, spanMs: number, now: number) =>
  now - Math.floor(((count - number) * spanMs) / count)

export const DAY_MS = 24 * 3_600_000

const searchTables = ['post_search', 'message_search']
const MEMORY_BYTES = 1_048_576

async function configureSearch(db: Db, command: string, value?: number) {
  for (const table of searchTables)
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank)
      values (${sql.lit(command)}, ${sql.lit(value ?? null)})`.execute(db)
}

/** By default, FTS5 writes a part for each megabyte of words, and merges them again and again. */
export const collectWords = (db: Db) => configureSearch(db, 'hashsize', 256 * MEMORY_BYTES)

export async function mergeWords(db: Db) {
  await configureSearch(db, 'optimize')
  await configureSearch(db, 'hashsize', MEMORY_BYTES)
}
