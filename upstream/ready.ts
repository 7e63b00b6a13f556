import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Call } from './call.ts'
import { isMigrated } from './db/migrate.ts'
import type { OpenDatabase } from './db/open.ts'

/** With less, the next upload may not fit. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024

export const health = async () => Response.json({ status: 'ok' })

/**
 * Ready is who can serve: the database answers, has the schema of this code, and its disk is there. A full disk is said
 * and no more: pages are still read, and taking the one server away from its readers would help nobody.
 */
export async function ready(call: Call): Promise<Response> {
  try {
    await sql`select count(*) from totals`.execute(call.db)
    if (!(await isMigrated(call.db))) return unready(call, 'The database has not the schema of this version.')
  } catch (error) {
    return unready(call, 'The database does not answer.', error)
  }
  try {
    if ((await freeBytes(call)) >= LEAST_FREE_BYTES) return Response.json({ status: 'ok' })
    call.logger.warn('The disk is full')
    return Response.json({ status: 'ok', disk: 'full' })
  } catch (error) {
    return unready(call, 'The disk cannot be used.', error)
  }
}

function unready({ logger }: Call, error: string, err?: unknown): Response {
  logger.error({ err }, error)
  return Response.json({ status: 'unavailable', error }, { status: 503 })
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
