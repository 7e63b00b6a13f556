import path from 'node:path'
import Database from 'better-sqlite3'
import { accountEnv } from './account.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type UpstreamKind = 'built-in' | 'remote'

export interface Site extends ServerProcess {
  /** An address nobody has come from yet. */
  newVisitor(): string
  /** How many rows of an inbox hold this text in this column, as the database has them. */
  countStored(inbox: 'contact_messages' | 'subscribers', column: 'email' | 'subject', value: string): number
}

let visitors = 0

function withSeams(site: ServerProcess, database: string): Site {
  return {
    ...site,
    newVisitor: () => `198.18.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`,
    countStored: (inbox, column, value) => {
      const file = new Database(path.join(database, 'halyard.db'), { readonly: true })
      try {
        return file.prepare(`select 1 from ${inbox} where ${column} = ?`).all(value).length
      } finally {
        file.close()
      }
    },
  }
}

/** The production server, with its upstream in the same process or as a second one behind HTTP. */
export async function startSite(kind: UpstreamKind): Promise<Site> {
  if (kind === 'built-in') {
    const site = await startServer({ entry: 'server.ts', portVariable: 'PORT', env: accountEnv })
    return withSeams(site, site.dataDir)
  }
  const upstream = await startServer({
    entry: 'upstream/serve.ts',
    portVariable: 'UPSTREAM_PORT',
    env: accountEnv,
  })
  const site = await startServer({
    entry: 'server.ts',
    portVariable: 'PORT',
    env: { UPSTREAM_URL: upstream.url },
  })
  const stop = async () => {
    await site.stop()
    await upstream.stop()
  }
  return withSeams({ ...site, stop }, upstream.dataDir)
}
