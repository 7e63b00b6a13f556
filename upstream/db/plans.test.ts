import { expect, it } from '@jest/globals'
import { sql, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { reindexPosts } from '../posts/reindex.ts'
import { startUpstream } from '../testing/harness.ts'
import type { Db } from './open.ts'

const POSTS = 4000
const JIT_ABOVE_COST = 100_000

/** Each post has 200 words; a few words are in nearly every post and most are rare. Plans depend on how many match. */
async function addPosts(db: Db) {
  await db.transaction().execute(async (trx) => {
    await sql`select setseed(0.1)`.execute(trx)
    const posts = sql`generate_series(1000, ${sql.lit(999 + POSTS)}) as n`
    await sql`insert into posts (id, public_id, slug, title, title_key, excerpt, author_id, published, created_at,
        published_at, updated_at, version, reading_minutes, views, cover_alt)
      select n, gen_random_uuid()::text, 'post-' || n, 'Post ' || n, 'post ' || n, 'About ' || n, (select min(id) from authors),
        (n % 20 <> 0)::integer, n * 1000000::bigint, n * 1000000::bigint, n * 1000000::bigint, 1, 1, 0, ''
      from ${posts}`.execute(trx)
    await sql`insert into post_slugs (slug, post_id) select 'post-' || n, n from ${posts}`.execute(trx)
    await sql`insert into post_contents (post_id, content)
      select n, (select string_agg('word' || floor(4000 * power(random(), 3))::text, ' ') from generate_series(1, 200) where n > 0)
      from ${posts}`.execute(trx)
    await sql`insert into tags (id, key, name, published_count, total_count)
      select 100 + n, 'tag' || n, 'Tag' || n, ${sql.lit(POSTS / 50)}, ${sql.lit(POSTS / 50)} from generate_series(0, 49) as n`.execute(
      trx,
    )
    await sql`insert into post_tags (post_id, tag_id, position, published, created_at)
      select n, 100 + n % 50, 0, (n % 20 <> 0)::integer, n * 1000000::bigint from ${posts}`.execute(trx)
    await sql`insert into contact_messages (id, name, email, subject, message, created_at)
      select '00000000-0000-4000-8000-' || lpad((n - 993)::text, 12, '0'), 'A', 'a@example.com', 's', 'm', n from ${posts}`.execute(
      trx,
    )
    await sql`update totals set last_id = ${sql.lit(POSTS + 2000)}, total = ${sql.lit(POSTS)}, published = ${sql.lit(0.95 * POSTS)}`.execute(
      trx,
    )
    await reindexPosts(trx, trx, 'postgres')
  })
}

async function plansOf(url: string, queries: CompiledQuery[]): Promise<{ query: string; plan: string }[]> {
  const client = new pg.Client(url)
  await client.connect()
  const plans = []
  for (const query of queries) {
    const { rows } = await client.query(`explain ${query.sql}`, [...query.parameters])
    plans.push({ query: query.sql, plan: rows.map((row) => String(row['QUERY PLAN'])).join('\n') })
  }
  await client.end()
  return plans
}

const tables = 'post_search|post_contents|post_tags|search_words'

it('PostgreSQL reads use indexes and stay below the cost that triggers JIT compilation', async () => {
  const queries = new Map<string, CompiledQuery>()
  const up = await startUpstream('postgres', {
    onQuery: ({ query }) => {
      if (/^\s*(select|with)/i.test(query.sql))
        queries.set(`${query.sql} ${JSON.stringify(query.parameters)}`, query)
    },
  })
  const db = await up.tables()
  await addPosts(db)
  const token = await up.signIn()
  const list = [
    '',
    '?page=100',
    '?tag=tag7',
    '?sort=title',
    '?sort=updated',
    '?sort=views',
    '?sort=views&order=asc&page=100',
    '?search=word1',
    '?search=word3999',
    '?search=w',
    '?search=word1+word2',
    '?search=word1&tag=tag7',
    '?search=word1&sort=title',
    '?search=psot+wodr12',
    '/post-1001',
    '/post-1001/related',
  ].map((path) => `/api/blogs${path}`)
  const staff = [
    '/api/blogs?status=draft',
    '/api/blogs?status=draft&sort=views',
    '/api/stats',
    '/api/messages',
    '/api/messages?page=200',
    '/api/messages?status=unread&search=nothing',
    '/api/messages/00000000-0000-4000-8000-000000000007?status=unread',
  ]
  for (const statistics of ['missing', 'fresh']) {
    if (statistics === 'fresh') await sql`analyze`.execute(db)
    queries.clear()
    for (const path of [...list, '/api/tags', '/api/tags?search=word3999', '/api/authors'])
      expect([path, (await up.call('GET', path)).status]).toEqual([path, 200])
    for (const path of staff)
      expect([path, (await up.call('GET', path, { token })).status]).toEqual([path, 200])
    expect(queries.size).toBeGreaterThan(30)
    const plans = await plansOf(up.config.databaseUrl ?? '', [...queries.values()])
    const scans = plans.filter(({ plan }) => new RegExp(`Seq Scan on (${tables})\\b`).test(plan))
    expect([statistics, scans]).toEqual([statistics, []])
    const costly = plans.filter(
      ({ plan }) => Number(/\.\.([\d.]+)/.exec(plan)?.[1]) > JIT_ABOVE_COST || plan.includes('JIT:'),
    )
    expect([statistics, costly]).toEqual([statistics, []])
  }
  await up.stop()
}, 120_000)
