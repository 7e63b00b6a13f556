import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { System } from '#contract/system.ts'
import type { OpenDatabase } from '../db/open.ts'

const sqliteSize = sql<{ version: string; bytes: number }>`
  select sqlite_version() as version, page_count * page_size as bytes
  from pragma_page_count(), pragma_page_size()`
const postgresSize = sql<{ version: string; bytes: number }>`
  select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`

export async function describeDatabase({ db, dialect }: OpenDatabase): Promise<System['database']> {
  const { rows } = await (dialect === 'sqlite' ? sqliteSize : postgresSize).execute(db)
  const { version = '', bytes = 0 } = rows[0] ?? {}
  return { kind: dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL', version, bytes: Number(bytes) }
}

export async function describeDisk(dataDir: string): Promise<System['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
