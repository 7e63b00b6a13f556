import path from 'node:path'
import Database from 'better-sqlite3'
import * as z from 'zod'

const namesSchema = z.array(z.object({ name: z.string() }))

const late = new Set(['last_seen_at', 'hits', 'last_hit_at', 'last_id'])
const withoutLate = (key: string, value: unknown) => (late.has(key) ? undefined : value)

/** Views, hits and addresses that were not found are stored some seconds later, and jobs run by themselves: one merges search indexes. */
const isBackground = ({ name }: { name: string }) =>
  /figure|^reader_|^missing_addresses$|^broken_links$|^link_checks$|^job_runs$|^presence$|^activity_blocks$|_search_(data|idx)$/.test(
    name,
  )

/** Returns the rows of every table as JSON, without what is stored in the background. */
export function allRows(dataDir: string): Record<string, string> {
  const file = new Database(path.join(dataDir, 'halyard.db'), { readonly: true })
  try {
    const tables = namesSchema.parse(
      file.prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'").all(),
    )
    return Object.fromEntries(
      tables
        .filter((table) => !isBackground(table))
        .map(({ name }) => [
          name,
          JSON.stringify(file.prepare(`select * from "${name}"`).all(), withoutLate),
        ]),
    )
  } finally {
    file.close()
  }
}

export const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
