import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { OpenDatabase } from '../db/open.ts'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** The disk of the database file; null for PostgreSQL, which may be on another machine. */
export async function getDiskSpace({ db, dialect }: OpenDatabase): Promise<DiskSpace | null> {
  if (dialect === 'postgres') return null
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const { bavail, blocks, bsize } = await statfs(dirname(rows[0]?.file ?? ''))
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
