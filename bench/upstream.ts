import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { openUpstream } from '#upstream/app.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { publicCalls, staffCalls, type Calls } from './calls.ts'
import { compare, type Site } from './compare.ts'
import { fillSite, largeSite, smallSite, type SiteSize } from './site.ts'

/**
 * Compares the response times of the upstream of a small and of a large site: `node bench/upstream.ts [sqlite|postgres] [posts]`.
 */
const dialect = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const large = { ...largeSite, posts: Number(process.argv[3] ?? largeSite.posts) }
const RUNS = 60
const admin = { email: 'bench@example.com', password: 'not a secret at all' }
const logger = pino({ level: 'error' }, pino.destination(2))

const closing: (() => Promise<unknown>)[] = []

async function open(size: SiteSize, databaseUrl: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  closing.unshift(() => rm(dataDir, { recursive: true, force: true }))
  const config = { dataDir, databaseUrl }
  const upstream = await openUpstream({
    ...config,
    admin,
    demoContent: false,
    siteUrl: 'http://localhost',
    logger,
  })
  closing.unshift(() => upstream.close())
  const started = performance.now()
  await fillSite(config, size)
  console.log(`${size.posts} posts filled in ${Math.round((performance.now() - started) / 1000)} s`)
  const request = async (path: string, init?: RequestInit) => {
    const response = await upstream.fetch(new Request(`http://upstream${path}`, init))
    if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status}`)
    return response
  }
  const login = await request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await login.json()).data
  const site = (calls: Calls, headers: Record<string, string>): Site => ({
    calls,
    get: async (path) => void (await (await request(path, { headers })).arrayBuffer()),
  })
  return {
    visitor: site(publicCalls(size), {}),
    staff: site(staffCalls(size), { authorization: `Bearer ${token}` }),
  }
}

try {
  const server = dialect === 'postgres' ? await startPostgres() : null
  if (server) closing.unshift(() => server.stop())
  const few = await open(smallSite, await server?.emptyDatabase())
  const many = await open(large, await server?.emptyDatabase())
  const slow = [
    ...(await compare(`${dialect}, visitor`, few.visitor, many.visitor, RUNS)),
    ...(await compare(`${dialect}, staff`, few.staff, many.staff, RUNS)),
  ]
  if (slow.length > 0) console.log(`\nMore than twice as slow: ${slow.join(', ')}`)
} finally {
  for (const close of closing) await close()
}
