import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'

/** Counts are bigints, which are strings by default. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)

export type ReadRows = (query: string) => Promise<unknown[]>

export const sqliteRows =
  (dataDir: string): ReadRows =>
  async (query) => {
    const file = new Database(path.join(dataDir, 'halyard.db'), { readonly: true })
    try {
      return file.prepare(query).all()
    } finally {
      file.close()
    }
  }

export const postgresRows =
  (url: string): ReadRows =>
  async (query) => {
    const client = new pg.Client({ connectionString: url, types: { getTypeParser } })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
