import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openUpstream } from '#upstream/app.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { fillPosts, pickWord, randomFrom } from './posts.ts'

/**
 * Compares the response times of the upstream with 100 and 100,000 posts: `node bench/upstream.ts [sqlite|postgres] [posts]`.
 */
const dialect = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const LARGE = Number(process.argv[3] ?? 100_000)
const SMALL = 100
const RUNS = 300
const WORDS_PER_POST = 200
const logger = pino({ level: 'error' }, pino.destination(2))

type Get = (path: string) => Promise<void>

const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

async function time(get: Get, paths: (random: () => number) => string) {
  const random = randomFrom(11)
  const times: number[] = []
  for (let run = 0; run < RUNS + 30; run += 1) {
    const path = paths(random)
    const started = performance.now()
    await get(path)
    if (run >= 30) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  return { p50: at(times, 0.5), p95: at(times, 0.95) }
}

const misspell = (word: string) => `${word.slice(0, -3)}${word.slice(-3).split('').reverse().join('')}y`

const pagesOf = (posts: number) => Math.max(1, Math.floor((posts * 0.9) / 6))

const calls = (posts: number): Record<string, (random: () => number) => string> => ({
  'list, first ten pages': (random) => `/api/blogs?limit=6&page=${1 + Math.floor(random() * 10)}`,
  'list, any page': (random) => `/api/blogs?limit=6&page=${1 + Math.floor(random() * pagesOf(posts))}`,
  tag: (random) =>
    `/api/blogs?limit=6&tag=Tag+${Math.floor(random() * 10)}&page=${1 + Math.floor(random() * 4)}`,
  'search, one word': (random) => `/api/blogs?limit=6&search=${pickWord(random)}`,
  'search, two words': (random) => `/api/blogs?limit=6&search=${pickWord(random)}+${pickWord(random)}`,
  'search, two letters': (random) => `/api/blogs?limit=6&search=${pickWord(random).slice(0, 2)}`,
  post: (random) => `/api/blogs/post-${1 + Math.floor(random() * (posts - 2))}`,
  related: (random) => `/api/blogs/post-${1 + Math.floor(random() * 18)}/related`,
  tags: () => '/api/tags',
  'tags of a search': (random) => `/api/tags?search=${pickWord(random)}`,
  'search with typos': (random) =>
    `/api/blogs?search=${misspell(pickWord(random))}+${misspell(pickWord(random))}`,
})

async function measure(posts: number, databaseUrl?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const config = { dataDir, ...(databaseUrl && { databaseUrl }) }
  const upstream = await openUpstream({
    ...config,
    admin: { email: 'bench@example.com', password: 'not a secret at all' },
    demoContent: false,
    logger,
  })
  const started = performance.now()
  await fillPosts(config, posts, WORDS_PER_POST)
  if (databaseUrl) await vacuum(databaseUrl)
  print(`${posts} posts filled in ${Math.round((performance.now() - started) / 1000)} s`)
  const get: Get = async (path) => {
    const response = await upstream.fetch(new Request(`http://upstream${path}`))
    if (response.status !== 200 && response.status !== 404) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
  }
  const results = new Map<string, { p50: number; p95: number }>()
  for (const [name, paths] of Object.entries(calls(posts))) results.set(name, await time(get, paths))
  await upstream.close()
  await rm(dataDir, { recursive: true, force: true })
  return results
}

async function vacuum(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace('/postgres?', `/${name}?`)
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(2)} ms`.padStart(10)

const server = dialect === 'postgres' ? await startPostgres() : null
try {
  const small = await measure(SMALL, server ? await createDatabase(server.url, 'small') : undefined)
  const large = await measure(LARGE, server ? await createDatabase(server.url, 'large') : undefined)
  print(
    `\n${dialect}: ${SMALL} → ${LARGE} posts`.padEnd(28) + '   p50       p95       p50       p95   p95 ratio',
  )
  for (const [name, few] of small) {
    const many = large.get(name) ?? few
    const ratio = (many.p95 / few.p95).toFixed(2).padStart(9)
    print(name.padEnd(24) + ms(few.p50) + ms(few.p95) + ms(many.p50) + ms(many.p95) + ratio)
  }
} finally {
  await server?.stop()
}
