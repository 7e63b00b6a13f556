import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { openUpstream } from '#upstream/app.ts'
import { jitServer, startPostgres } from '#testing/postgres-server.ts'
import { deskCalls, publicCalls, staffCalls, type Calls } from './calls.ts'
import { compare, type Site } from './compare.ts'
import { pickWords, randomFrom } from './posts.ts'
import { fillSite, largeSite, smallSite, type SiteSize } from './site.ts'

/**
 * Compares the response times of the upstream of a small and of a large site, or those of SQLite and of PostgreSQL with
 * just-in-time compilation: `node bench/upstream.ts [sqlite|postgres|jit] [posts]`.
 */
const database = process.argv[2] ?? 'sqlite'
const posts = process.argv[3] ?? (database === 'jit' ? 10_000 : largeSite.posts)
const large = { ...largeSite, posts: Number(posts) }
const RUNS = 60
const article = pickWords(randomFrom(9), 1000)
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
  const random = randomFrom(5)
  const tab = randomUUID()
  /** Two words among those that are there differ from the text before. */
  const write = (path: string) => {
    const text = { title: `Rope ${pickWords(random, 2)}`, content: `${article} ${pickWords(random, 2)}` }
    return request(path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(path.endsWith('/working-copy') ? { ...text, tab, automatic: true } : text),
    })
  }
  const staff = site(staffCalls(size), { authorization: `Bearer ${token}` })
  const desk: Site = {
    calls: deskCalls(size),
    get: async (path) => {
      if (path.endsWith('/revisions')) await staff.get(path)
      else await (await write(path)).arrayBuffer()
    },
  }
  return {
    staff,
    desk,
    visitor: site(publicCalls(size), {}),
  }
}

/** The same posts, people and figures in both databases. */
async function compareDatabases() {
  if (!jitServer) throw new Error('PostgreSQL of Debian is not installed (apt-get install postgresql).')
  const server = await startPostgres('', jitServer)
  closing.unshift(() => server.stop())
  const [sqlite, postgres] = [await open(large, undefined), await open(large, await server.emptyDatabase())]
  const comparison = { runs: RUNS, maxRatio: 2.5, names: ['SQLite', 'JIT'] satisfies [string, string] }
  return [
    ...(await compare('PostgreSQL with JIT, visitor', sqlite.visitor, postgres.visitor, comparison)),
    ...(await compare('PostgreSQL with JIT, staff', sqlite.staff, postgres.staff, comparison)),
    ...(await compare('PostgreSQL with JIT, editor', sqlite.desk, postgres.desk, comparison)),
  ]
}

async function compareSizes() {
  const server = database === 'postgres' ? await startPostgres() : null
  if (server) closing.unshift(() => server.stop())
  const few = await open(smallSite, await server?.emptyDatabase())
  const many = await open(large, await server?.emptyDatabase())
  return [
    ...(await compare(`${database}, visitor`, few.visitor, many.visitor, { runs: RUNS })),
    ...(await compare(`${database}, staff`, few.staff, many.staff, { runs: RUNS })),
    ...(await compare(`${database}, editor`, few.desk, many.desk, { runs: RUNS })),
  ]
}

try {
  const slow = database === 'jit' ? await compareDatabases() : await compareSizes()
  if (slow.length > 0) console.log(`\nAbove the limit: ${slow.join(', ')}`)
} finally {
  for (const close of closing) await close()
}
