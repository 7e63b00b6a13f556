import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'

/** Runs one query on a new connection. */
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
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
