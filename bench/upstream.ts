import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { openUpstream } from '#upstream/app.ts'
import { openDatabase, type Db, type Trx } from '#upstream/db/open.ts'
import { indexPosts, searchWords } from '#upstream/db/search.ts'
import { publicId } from '#upstream/posts/id.ts'
import { tagIds as findOrMakeTags } from '#upstream/posts/tags.ts'
import { startPostgres } from '#upstream/testing/postgres-server.ts'

/**
 * How calls of the upstream slow down from 100 posts to 100,000: `node bench/upstream.ts [sqlite|postgres] [posts]`.
 * The words of the generated posts follow Zipf's law, as those of people do.
 */
const dialect = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const LARGE = Number(process.argv[3] ?? 100_000)
const SMALL = 100
const RUNS = 300
const WORDS_PER_POST = 200
const BATCH = 500
/** Ids of posts start behind those of the author and the tags. */
const FIRST_ID = 100
const logger = pino({ level: 'error' }, pino.destination(2))

/** A small generator with a seed, so that each run measures the same posts. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const syllables = 'ba ce di fo gu ha ji ke lo mu na pe qui ro su ta ve wi xo zu'.split(' ')
const vocabulary = Array.from({ length: 20_000 }, (_, number) => {
  let word = ''
  for (let rest = number + 20; rest > 0; rest = Math.floor(rest / 20)) word += syllables[rest % 20] ?? ''
  return word
})
const tagNames = Array.from({ length: 10 }, (_, number) => `Tag ${number}`)

/** Rank r is picked with probability ~ 1/r. */
const pickWord = (random: () => number) =>
  vocabulary[Math.floor(Math.exp(random() * Math.log(vocabulary.length)))] ?? 'word'
const pickWords = (random: () => number, length: number) =>
  Array.from({ length }, () => pickWord(random)).join(' ')

interface Filled {
  authorId: number
  tagIds: number[]
}

/** Rows as `insertPost` makes them, many at once: measured are the calls that read. */
async function insertBatch(
  trx: Trx,
  random: () => number,
  from: number,
  to: number,
  { authorId, tagIds }: Filled,
) {
  const posts = Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    const created_at = Date.UTC(2015, 0, 1) + number * 3_600_000
    const title = pickWords(random, 6)
    const text = { title, excerpt: pickWords(random, 20), content: pickWords(random, WORDS_PER_POST) }
    const tags = [0, 1, 2].map((step) => (number * 7 + step * 3) % 10)
    return {
      id: FIRST_ID + number,
      slug: `post-${number}`,
      published: number % 20 !== 0,
      created_at,
      tags,
      ...text,
    }
  })
  const rows = posts.map(({ id, slug, title, excerpt, published, created_at }) => ({
    ...{
      id,
      slug,
      title,
      excerpt,
      created_at,
      title_key: title,
      author_id: authorId,
      published: Number(published),
    },
    ...{
      public_id: publicId(created_at),
      published_at: published ? created_at : null,
      updated_at: created_at,
    },
    ...{ version: 1, reading_minutes: 1, views: 0, cover_id: null, cover_alt: '' },
  }))
  await trx.insertInto('posts').values(rows).execute()
  const contents = posts.map(({ id, content }) => ({ post_id: id, content }))
  await trx.insertInto('post_contents').values(contents).execute()
  await trx
    .insertInto('post_slugs')
    .values(posts.map(({ id, slug }) => ({ slug, post_id: id })))
    .execute()
  const postTags = posts.flatMap(({ id, tags, published, created_at }) =>
    tags.map((tag, position) => ({
      ...{ post_id: id, tag_id: tagIds[tag] ?? 0, position },
      ...{ published: Number(published), created_at },
    })),
  )
  await trx.insertInto('post_tags').values(postTags).execute()
  const indexed = posts.map(({ id, published, title, excerpt, content, tags }) => ({
    ...{
      id,
      published,
      title: searchWords(title),
      excerpt: searchWords(excerpt),
      content: searchWords(content),
    },
    tags: tags.flatMap((tag) => searchWords(tagNames[tag] ?? '')),
  }))
  await indexPosts(trx, dialect, indexed)
}

/** The counts that writing one post after another would have left. */
async function countAll(trx: Trx) {
  const all = sql<number>`(select count(*) from posts)`
  const published = sql<number>`(select count(*) from posts where published = 1)`
  const last_id = sql<number>`(select max(id) from posts)`
  await trx.updateTable('totals').set({ total: all, published, last_id }).execute()
  await trx.updateTable('authors').set({ total_count: all, published_count: published }).execute()
  const ofTag = sql<number>`(select count(*) from post_tags where tag_id = tags.id)`
  const visible = sql<number>`(select count(*) from post_tags where tag_id = tags.id and published = 1)`
  await trx.updateTable('tags').set({ total_count: ofTag, published_count: visible }).execute()
}

/** A GIN index is built in a tenth of the time that filling it row by row takes. */
async function dropSearchIndex(db: Db): Promise<string> {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'post_search_words'`.execute(db)
  await sql`drop index post_search_words`.execute(db)
  return rows[0]?.indexdef ?? ''
}

async function fill(config: { dataDir: string; databaseUrl?: string }, posts: number) {
  // Building an index takes longer than any call may.
  const databaseUrl = config.databaseUrl && `${config.databaseUrl}&statement_timeout=0`
  const { db } = await openDatabase({ dataDir: config.dataDir, databaseUrl, logger })
  const { id } = await db.selectFrom('authors').select('id').executeTakeFirstOrThrow()
  const tagIds = await db.transaction().execute((trx) => findOrMakeTags(trx, tagNames))
  const random = randomFrom(7)
  const index = dialect === 'postgres' ? await dropSearchIndex(db) : null
  for (let from = 0; from < posts; from += BATCH) {
    const to = Math.min(posts, from + BATCH)
    await db.transaction().execute((trx) => insertBatch(trx, random, from, to, { authorId: id, tagIds }))
  }
  await db.transaction().execute(countAll)
  if (index) await sql.raw(index).execute(db)
  await db.destroy()
}

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
  await fill(config, posts)
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
