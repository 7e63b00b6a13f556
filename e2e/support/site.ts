import path from 'node:path'
import Database from 'better-sqlite3'
import { accountEnv } from './session.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type UpstreamKind = 'built-in' | 'remote'

export interface Site extends ServerProcess {
  /** Returns a client address that no other test uses. */
  newVisitor(): string
  databaseFile: string
  countStored(inbox: 'contact_messages' | 'subscribers', column: 'email' | 'subject', value: string): number
}

let visitors = 0

function toSite(site: ServerProcess, dataDir: string): Site {
  const databaseFile = path.join(dataDir, 'halyard.db')
  return {
    ...site,
    databaseFile,
    newVisitor: () => `198.18.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`,
    countStored: (inbox, column, value) => {
      const file = new Database(databaseFile, { readonly: true })
      try {
        return file.prepare(`select 1 from ${inbox} where ${column} = ?`).all(value).length
      } finally {
        file.close()
      }
    },
  }
}

export async function startSite(kind: UpstreamKind, nodeOptions: string[] = []): Promise<Site> {
  const options = { env: accountEnv, nodeOptions }
  if (kind === 'built-in') {
    // Hooks that replace modules have no effect in the bundle.
    const entry = nodeOptions.length > 0 ? 'server/start.ts' : '.next/site/start.mjs'
    const site = await startServer({ entry, portVariable: 'PORT', ...options })
    return toSite(site, site.dataDir)
  }
  const upstream = await startServer({
    entry: 'server/upstream.ts',
    portVariable: 'UPSTREAM_PORT',
    ...options,
  })
  const site = await startServer({
    entry: '.next/site/start.mjs',
    portVariable: 'PORT',
    env: { UPSTREAM_URL: upstream.url },
  })
  const stop = async () => {
    try {
      await site.stop()
    } finally {
      await upstream.stop()
    }
  }
  const log = () => site.log() + upstream.log()
  return toSite({ ...site, stop, log }, upstream.dataDir)
}
