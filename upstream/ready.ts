import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Call } from './call.ts'
import { isMigrated } from './db/migrate.ts'
import type { OpenDatabase } from './db/open.ts'

/** An upload and the log of SQLite fit into this several times. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024

export const health = async () => Response.json({ status: 'ok' })

/** Ready is who can read and write: the database answers, has the schema of this code, and has room on its disk. */
export async function ready(call: Call): Promise<Response> {
  const error = await faultOf(call)
  return error
    ? Response.json({ status: 'unavailable', error }, { status: 503 })
    : Response.json({ status: 'ok' })
}

async function faultOf(call: Call): Promise<string | null> {
  try {
    await sql`select count(*) from totals`.execute(call.db)
    if (!(await isMigrated(call.db))) return said(call, 'The database has not the schema of this version.')
  } catch (error) {
    return said(call, 'The database does not answer.', error)
  }
  try {
    return (await freeBytes(call)) < LEAST_FREE_BYTES ? said(call, 'The disk is full.') : null
  } catch (error) {
    return said(call, 'The disk cannot be used.', error)
  }
}

function said({ logger }: Call, message: string, err?: unknown): string {
  logger.error({ err }, message)
  return message
}

/** A PostgreSQL server looks after its own disk. */
async function freeBytes({ db, dialect }: OpenDatabase): Promise<number> {
  if (dialect === 'postgres') return Infinity
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const { bavail, bsize } = await statfs(dirname(rows[0]?.file ?? ''))
  return bavail * bsize
}
