import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { openUpstream } from '#upstream/app.ts'
import type { FilledConfig } from './filling.ts'
import { admin } from './sign-in.ts'
import { fillSite, type SiteSize } from './site.ts'

const logger = pino({ level: 'error' }, pino.destination(2))

export const openSite = (config: FilledConfig) =>
  openUpstream({ ...config, admin, demoContent: false, siteUrl: 'http://localhost', logger })

/** Of a run of all benchmarks, which share their filled files of SQLite. */
function sharedFolder({ databaseUrl }: FilledConfig, size: SiteSize): string | undefined {
  const folder = process.env.BENCH_SITES
  if (!folder || databaseUrl) return undefined
  return path.join(folder, createHash('sha256').update(JSON.stringify(size)).digest('hex'))
}

export async function provideSite(config: FilledConfig, size: SiteSize): Promise<void> {
  const shared = sharedFolder(config, size)
  if (shared && existsSync(shared)) return cp(shared, config.dataDir, { recursive: true })
  const started = performance.now()
  // Closed while it is filled, because its jobs would wait for the long transactions.
  await (await openSite(config)).close()
  await fillSite(config, size)
  console.log(`${size.posts} posts filled in ${Math.round((performance.now() - started) / 1000)} s`)
  if (shared) await cp(config.dataDir, shared, { recursive: true })
}
