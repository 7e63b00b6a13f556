import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#testing/postgres-server.ts'
import { apiSites, compareApis } from './api-sites.ts'
import { openSite, provideSite } from './shared-sites.ts'
import { ownerHeaders } from './sign-in.ts'
import { largeSite, smallSite, type SiteSize } from './site.ts'

/** Compares the response times of the upstream of a small and of a large site: `sh scripts/run.sh bench/upstream.ts [sqlite|postgres] [posts]`. */
const database = process.argv[2] ?? 'sqlite'
const large = { ...largeSite, posts: Number(process.argv[3] ?? largeSite.posts) }
const RUNS = 60

const closing: (() => Promise<unknown>)[] = []

async function open(size: SiteSize, databaseUrl: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  closing.unshift(() => rm(dataDir, { recursive: true, force: true }))
  const config = { dataDir, databaseUrl }
  await provideSite(config, size)
  const upstream = await openSite(config)
  closing.unshift(() => upstream.close())
  const request = async (path: string, init?: RequestInit) =>
    upstream.fetch(new Request(`http://upstream${path}`, init))
  return apiSites({ request, owner: await ownerHeaders('', request) }, size)
}

try {
  const server = database === 'postgres' ? await startPostgres() : null
  if (server) closing.unshift(() => server.stop())
  const few = await open(smallSite, await server?.emptyDatabase())
  const many = await open(large, await server?.emptyDatabase())
  await compareApis(database, few, many, { runs: RUNS })
} finally {
  for (const close of closing) await close()
}
