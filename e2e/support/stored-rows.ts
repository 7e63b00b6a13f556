import path from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'

const namesSchema = z.array(z.object({ name: z.string() }))

/** Returns the rows of every table as JSON. */
export function allRows(dataDir: string): Record<string, string> {
  const file = new Database(path.join(dataDir, 'halyard.db'), { readonly: true })
  try {
    const tables = namesSchema.parse(
      file.prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'").all(),
    )
    return Object.fromEntries(
      tables.map(({ name }) => [name, JSON.stringify(file.prepare(`select * from "${name}"`).all())]),
    )
  } finally {
    file.close()
  }
}
