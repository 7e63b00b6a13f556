import { expect, it } from '@jest/globals'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { jitServer, startPostgres } from '#testing/postgres-server.ts'
import { claimNext } from '../mail/outbox.ts'
import { rebuildBlocks } from '../posts/blocks.ts'
import { indexMessages } from '../messages/search-index.ts'
import { readIndexRows } from '../posts/reindex.ts'
import { rebuildSearch } from './search-index.ts'
import { stopIntervals } from '../testing/clock.ts'
import { startUpstream } from '../testing/harness.ts'
import type { Db } from './open.ts'
import { lockWrites } from './write-lock.ts'

stopIntervals()

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
    await sql`insert into contact_messages (id, name, email, subject, message, created_at, search_text)
      select '00000000-0000-4000-8000-' || lpad((n - 993)::text, 12, '0'), 'A', 'a@example.com', 's', 'm', n, 'a example com question' || n from ${posts}`.execute(
      trx,
    )
    await sql`insert into categories (id, slug, name_key, name, description, position, published_count, total_count)
      select 200 + n, 'category' || n, 'c' || n, 'C' || n, '', n, ${sql.lit(POSTS / 5)}, ${sql.lit(POSTS / 5)} from generate_series(0, 4) as n`.execute(
      trx,
    )
    await sql`insert into category_slugs (slug, category_id) select slug, id from categories`.execute(trx)
    await sql`update posts set category_id = 200 + id % 5 where id >= 1000`.execute(trx)
    await sql`insert into activity (id, created_at, account_id, account_name, kind, object_type, object_id, object_name, details)
      select 'a' || n, n, (select min(id) from accounts), 'A', case n % 10 when 0 then 'post.created' else 'post.changed' end,
        'post', n % 400, 'Post', '{}' from ${posts}`.execute(trx)
    await sql`insert into notifications (id, account_id, created_at, kind, actor_name, object_type, object_id, object_name, read_at)
      select 'n' || n, (select min(id) from accounts), n, 'postChanged', 'A', 'post', n, 'Post', case n % 3 when 0 then null else n end
      from ${posts}`.execute(trx)
    await sql`insert into media (id, kind, width, height, created_at, name) select 'image' || n, 'inline', 9, 9, n, 'n' || n from ${posts}`.execute(
      trx,
    )
    await sql`insert into media_files (name, media_id, width, bytes) select 'file' || n, 'image' || n, 9, '\\x00' from ${posts}`.execute(
      trx,
    )
    await sql`insert into media_uses (media_id, post_id) select 'image' || n, n from ${posts} where n % 3 = 0`.execute(
      trx,
    )
    await sql`update posts set cover_id = 'image' || id where id % 4 = 0`.execute(trx)
    await sql`update totals set last_id = ${sql.lit(POSTS + 2000)}, total = ${sql.lit(POSTS)}, published = ${sql.lit(0.95 * POSTS)}`.execute(
      trx,
    )
    await rebuildSearch(trx, 'postgres', readIndexRows(trx, 'postgres'))
    const messages = trx.selectFrom('contact_messages').select(['id', 'search_text']).orderBy('created_at')
    await indexMessages(trx, 'postgres', await messages.execute())
    await rebuildBlocks(await lockWrites(trx), 'all')
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

const searched = 'post_search|post_contents|search_words|message_search|message_numbers'
/** Without statistics, older PostgreSQL versions prefer to scan the short rows of `post_tags`. */
const tablesOf = (isOlder: boolean) => (isOlder ? searched : `${searched}|post_tags`)

const list = [
  '',
  '?page=100',
  '?sort=oldest&page=250',
  '?tag=tag7&page=6',
  '?author=editorial-team&page=100',
  '?from=1970-01-02&to=1970-01-31',
  '?tag=tag7&from=1970-01-02',
  '?tag=tag7&sort=title',
  '?tag=tag7',
  '?category=category3',
  '?category=category3&page=50',
  '?category=category3&tag=tag7',
  '?category=category3&search=word1',
  '?tag=renamed',
  '?sort=title',
  '?sort=updated',
  '?sort=views',
  '?sort=views&order=asc&page=100',
  '?search=word1',
  '?search=word3999',
  '?search=w',
  '?author=editorial-team',
  '?search=word1+word2',
  '?search=word1&tag=tag7',
  '?search=word1&sort=title',
  '?search=psot+wodr12',
  '/post-1001',
  '/post-1001/related',
].map((path) => `/api/blogs${path}`)
const staff = [
  '/api/blogs?status=draft',
  '/api/blogs?status=trash',
  '/api/blogs?status=archived&search=word1&tag=tag7&sort=title',
  '/api/blogs?status=scheduled',
  '/api/blogs?status=scheduled&search=word1&sort=title',
  '/api/calendar?from=1970-01-01&to=1970-02-01',
  '/api/blogs?status=draft&category=category3',
  '/api/blogs?category=category3&sort=title',
  '/api/blogs?category=category3&author=editorial-team&status=draft',
  '/api/tags?include=details&sort=used',
  '/api/tags?include=details&sort=posts',
  '/api/tags?include=details&page=2',
  '/api/tags/duplicates',
  '/api/blogs?status=draft&sort=views',
  '/api/stats',
  '/api/activity',
  '/api/activity?page=100',
  '/api/activity?kind=post&from=1970-01-01&to=1970-01-31&page=2',
  '/api/activity?kind=post.created&from=1970-01-01',
  '/api/activity?object=018e0e51-0000-7000-8000-000000000002',
  '/api/notifications',
  '/api/notifications?status=unread&page=2',
  '/api/auth/profile',
  '/api/auth/sessions',
  '/api/authors/editorial-team',
  '/api/messages',
  '/api/messages?page=200',
  '/api/messages?status=unread&search=nothing',
  '/api/messages?search=a',
  '/api/messages?search=a+example+questions',
  '/api/messages/00000000-0000-4000-8000-000000000007?search=exa',
  '/api/messages/00000000-0000-4000-8000-000000000007?status=unread',
  '/api/media',
  '/api/media?sort=name&page=40',
  '/api/media?show=unused&sort=largest',
  '/api/media?show=texts&sort=oldest',
  '/api/media/image1001/uses',
]
const shared = ['/api/tags', '/api/tags?search=word3999', '/api/authors', '/api/categories']

const servers = [['its package', undefined] as const, ...(jitServer ? [['Debian', jitServer] as const] : [])]

it.each(servers)('reads of PostgreSQL from %s use indexes and no JIT', async (_, installed) => {
  const server = await startPostgres('', installed)
  const queries = new Map<string, CompiledQuery>()
  const up = await startUpstream('postgres', {
    databaseUrl: await server.emptyDatabase(),
    onQuery: ({ query }) => {
      if (/^\s*(select|with)/i.test(query.sql))
        queries.set(`${query.sql} ${JSON.stringify(query.parameters)}`, query)
    },
  })
  const db = await up.tables()
  const { rows } = await sql`select pg_jit_available() as available`.execute(db)
  expect(rows).toEqual([{ available: installed !== undefined }])
  await addPosts(db)
  const token = await up.signIn()
  for (const statistics of ['missing', 'fresh']) {
    if (statistics === 'fresh') await sql`analyze`.execute(db)
    queries.clear()
    for (const path of [...list, ...shared])
      expect([path, (await up.call('GET', path)).status]).toEqual([path, 200])
    for (const path of staff)
      expect([path, (await up.call('GET', path, { token })).status]).toEqual([path, 200])
    expect(queries.size).toBeGreaterThan(30)
    const plans = await plansOf(up.config.databaseUrl ?? '', [...queries.values()])
    const scan = new RegExp(`Seq Scan on (${tablesOf(installed !== undefined)})\\b`)
    const scans = plans.filter(({ plan }) => scan.test(plan))
    expect([statistics, scans]).toEqual([statistics, []])
    const costly = plans.filter(
      ({ plan }) => Number(/\.\.([\d.]+)/.exec(plan)?.[1]) > JIT_ABOVE_COST || plan.includes('JIT:'),
    )
    expect([statistics, costly]).toEqual([statistics, []])
  }
  await up.stop()
  await server.stop()
})

const POST_ID = '018e0e51-0000-7000-8000-000000000001'

/** The plans of SQLite do not depend on rows, so one post is enough; counts lead to pages far from the first. */
async function pretendMany(db: Db) {
  await db.updateTable('posts').set({ public_id: POST_ID }).execute()
  const counts = { published_count: 90_000, total_count: 100_000 }
  for (const table of ['authors', 'tags', 'categories'] as const)
    await db.updateTable(table).set(counts).execute()
  await db.updateTable('totals').set({ published: 90_000, total: 100_000 }).execute()
  await db.updateTable('post_blocks').set({ published: 90_000, total: 100_000 }).execute()
}

const large =
  'posts|post_tags|post_contents|post_slugs|post_schedules|search_words|activity|notifications|contact_messages|message_numbers|media|media_files|outbox|next'
/** Counting all rows scans an index, and a list page stops its index scan early. */
const tableScan = new RegExp(`SCAN (${large})\\b(?! USING)`)
const sorted = new RegExp(`SCAN (${large}) USING.*\\nUSE TEMP B-TREE FOR ORDER BY`)

it('SQLite reads use indexes', async () => {
  const queries = new Map<string, CompiledQuery>()
  const up = await startUpstream('sqlite', {
    onQuery: ({ query }) => {
      if (/^\s*(select|with|update "outbox")/i.test(query.sql)) queries.set(query.sql, query)
    },
  })
  const token = await up.signIn()
  const category = { name: 'Category3', slug: 'category3' }
  await up.call('POST', '/api/categories', { json: category, token })
  const post = { title: 'Post', content: 'word1 word2', slug: 'post-1001', tags: ['Tag7'], published: true }
  await up.call('POST', '/api/blogs', { json: { ...post, category: 'category3' }, token })
  const db = await up.tables()
  await db.updateTable('authors').set({ slug: 'editorial-team' }).execute()
  const image = { id: 'image1001', kind: 'inline', width: 9, height: 9, created_at: 1 } as const
  await db.insertInto('media').values(image).execute()
  await pretendMany(db)
  queries.clear()
  for (const path of [...list, ...shared]) await up.call('GET', path)
  for (const path of [...list, ...staff]) await up.call('GET', path, { token })
  await claimNext({ db, dialect: 'sqlite' })
  expect(queries.size).toBeGreaterThan(60)
  const plans = []
  for (const query of queries.values()) {
    const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explain)
    plans.push({ query: query.sql, plan: rows.map(({ detail }) => detail).join('\n') })
  }
  expect(plans.filter(({ plan }) => tableScan.test(plan) || sorted.test(plan))).toEqual([])
  await up.stop()
})
