import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { openUpstream, type Upstream, type UpstreamConfig } from '../app.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { created, day, fillAsFirstVersion } from '../testing/first-version.ts'
import { databases, emptyConfig, preparedConfig } from '../testing/harness.ts'
import { migrateIn } from './migrate.ts'
import { up as queueUnspaced } from './migrations/0047-unspaced-words.ts'
import { up as countHiddenText } from './migrations/0049-signs-without-tags.ts'
import { up as indexCode } from './migrations/0051-text-of-code.ts'
import { up as indexAddresses } from './migrations/0055-search-of-addresses.ts'
import { openDatabase, type Db, type OpenDatabase } from './open.ts'
import { insertPost } from '../posts/save.ts'
import { withWriteLock } from './write-lock.ts'

const month = { period: Number(day.slice(0, 7).replace('-', '')), views: 7 }
const ofDay = { period: Number(day.replaceAll('-', '')), views: 7 }
const migratedFigures = [
  { ...month, page_id: 0, readers: null },
  { ...month, page_id: 1, readers: 7 },
  { ...ofDay, page_id: 0, readers: null },
  { ...ofDay, page_id: 1, readers: 7 },
]
const readFigures = ({ db }: OpenDatabase) =>
  db
    .selectFrom('page_figures')
    .select(['period', 'page_id', 'views', 'readers'])
    .orderBy('period')
    .orderBy('page_id')
    .execute()

const read = (upstream: Upstream, path: string) => upstream.fetch(new Request(`http://upstream${path}`))

describe.each(databases)('an old database on %s', (name) => {
  let config: UpstreamConfig
  let old: OpenDatabase
  beforeEach(async () => {
    config = await emptyConfig(name)
    old = openDatabase(config)
    await fillAsFirstVersion(old)
  })
  afterEach(async () => {
    await old.db.destroy()
    await rm(config.dataDir, { recursive: true })
  })

  it('is migrated without loss', async () => {
    const upstream = await openUpstream({ ...config, demoContent: true })
    expect(upstream.firstAccount).toBeNull()
    for (const slug of ['an-old-post', 'its-older-name'])
      expect(await (await read(upstream, `/api/blogs/${slug}`)).json()).toMatchObject({
        data: {
          slug: 'an-old-post',
          title: 'An old post',
          content: 'Written long ago.',
          createdAt: '2024-03-05T10:00:00.000Z',
          tags: ['Rope'],
          version: 4,
          views: 7,
          author: { name: 'Ada' },
          feedId: '/blog/an-old-post',
          coverImage: '/api/media/AAAAAAAAAAAAAAAAAAAAAA-64.webp',
        },
      })
    const image = await read(upstream, '/api/media/AAAAAAAAAAAAAAAAAAAAAA-64.webp')
    expect(await image.text()).toBe('an image')
    expect(await (await read(upstream, '/api/blogs')).json()).toMatchObject({ total: 1 })
    expect(await readFigures(old)).toEqual(migratedFigures)
    expect(await old.db.selectFrom('contact_messages').select(['subject', 'search_text']).execute()).toEqual([
      { subject: 'A ferry', search_text: 'bo example com a ferry we need one' },
    ])
    const images = old.db.selectFrom('media').select(['name', 'alt', 'bytes', 'search_text', 'kept'])
    expect(await images.execute()).toEqual([
      { name: 'an-old-post', alt: 'A flag', bytes: 8, search_text: 'an old post a flag', kept: 0 },
    ])
    const studies = await (await read(upstream, '/api/case-studies')).json()
    expect(studies.data.caseStudies.map(({ slug }: { slug: string }) => slug)).toEqual([
      'e-commerce-redesign',
      'healthcare-mobile-app',
      'saas-dashboard',
    ])
    expect(
      await old.db
        .selectFrom('activity')
        .select(['kind', 'created_at', 'account_id', 'account_name', 'object_id', 'object_name'])
        .orderBy('kind')
        .execute(),
    ).toEqual([
      {
        kind: 'message.received',
        created_at: created,
        account_id: null,
        account_name: '',
        object_id: 'm',
        object_name: '',
      },
      {
        kind: 'post.published',
        created_at: created,
        account_id: 'a',
        account_name: 'Ada',
        object_id: '018e0e51-0000-7000-8000-000000000002',
        object_name: 'An old post',
      },
    ])
    await upstream.close()
  })

  it('has accents of tags and addresses as one character, and keeps duplicate tags', async () => {
    const change = old.db.updateTable('accounts').set({ email: 'jo\u0308rg@example.com' })
    await change.where('id', '=', 'a').execute()
    const tags = ['Cafe\u0301', 'Caf\u00e9', 'Nai\u0308ve'].map((name, index) => ({ id: 10 + index, name }))
    for (const { id, name } of tags) {
      const counts = { published_count: 1, total_count: 1 }
      await old.db
        .insertInto('tags')
        .values({ id, name, key: name.toLowerCase(), ...counts })
        .execute()
      const use = { post_id: 2, tag_id: id, position: id, published: 1, created_at: created }
      await old.db.insertInto('post_tags').values(use).execute()
    }
    const upstream = await openUpstream(config)
    for (const tag of ['Nai\u0308ve', 'Na\u00efve'])
      expect(await (await read(upstream, `/api/blogs?tag=${tag}`)).json()).toMatchObject({ total: 1 })
    const stored = old.db.selectFrom('tags').select(['key', 'name']).orderBy('id')
    expect(await stored.execute()).toEqual(
      ['Rope', 'Cafe\u0301', 'Caf\u00e9', 'Na\u00efve'].map((name) => ({ key: name.toLowerCase(), name })),
    )
    const account = old.db.selectFrom('accounts').select('email').where('id', '=', 'a')
    expect(await account.execute()).toEqual([{ email: 'j\u00f6rg@example.com' }])
    await upstream.close()
  })

  it('has accents of categories as one character, and keeps duplicates; has valid slugs, and redirects the invalid ones', async () => {
    await old.db.transaction().execute(async (trx) => {
      await migrateIn(trx, old.dialect, ['0015-tags-and-categories'])
    })
    const long = 'x'.repeat(79)
    const slugs = ['web-app-development', 'web-app-development-', 'web-app-development--2', long, `${long}-`]
    const names = ['Cafe\u0301', 'Caf\u00e9', 'Brule\u0301e', 'Rope', 'Sail']
    for (const [index, name] of names.entries()) {
      const id = 10 + index
      const slug = slugs[index]
      await sql`insert into categories (id, slug, name_key, name, description, position, published_count, total_count)
        values (${id}, ${slug}, ${name.toLowerCase()}, ${name}, '', ${index}, 1, 1)`.execute(old.db)
      await sql`insert into category_slugs (slug, category_id) values (${slug}, ${id})`.execute(old.db)
    }
    const upstream = await openUpstream(config)
    const stored = old.db.selectFrom('categories').select(['slug', 'name_key', 'name']).orderBy('id')
    expect(await stored.execute()).toEqual([
      { slug: 'web-app-development', name_key: 'cafe\u0301', name: 'Cafe\u0301' },
      { slug: 'web-app-development-2', name_key: 'caf\u00e9', name: 'Caf\u00e9' },
      { slug: 'web-app-development-2-2', name_key: 'brul\u00e9e', name: 'Brul\u00e9e' },
      { slug: long, name_key: 'rope', name: 'Rope' },
      { slug: `${'x'.repeat(75)}-2`, name_key: 'sail', name: 'Sail' },
    ])
    const filtered = await (await read(upstream, '/api/blogs?category=web-app-development-')).json()
    expect(filtered.category.slug).toBe('web-app-development-2')
    await upstream.close()
  })

  it('keeps stored post blocks, including empty ones', async () => {
    await old.db.transaction().execute(async (trx) => {
      const names = ['0015-tags-and-categories', '0019-post-blocks']
      for (const migration of names) await migrateIn(trx, old.dialect, [migration])
      const lists = [0, 1, 3].map((list_id) => ({ list_id, start: 0, newest: created }))
      await trx
        .insertInto('post_blocks')
        .values([
          ...lists.map((list) => ({ ...list, published: 1, total: 1 })),
          { list_id: 0, start: created + 1, newest: created + 1, published: 0, total: 0 },
        ])
        .execute()
    })
    const upstream = await openUpstream(config)
    expect(await old.db.selectFrom('post_blocks').select('total').orderBy('total').execute()).toEqual([
      { total: 0 },
      { total: 1 },
      { total: 1 },
      { total: 1 },
    ])
    await upstream.close()
  })

  it('is migrated once when several processes start together', async () => {
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test' as const,
      LOG_LEVEL: 'error',
      DATA_DIR: config.dataDir,
      DEMO_CONTENT: 'false',
      ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
    }
    const entry = join(import.meta.dirname, '..', '..', 'server', 'upstream.ts')
    const starts = [1, 2, 3].map(async () => {
      const UPSTREAM_PORT = String(await freePort())
      const child = spawn(process.execPath, [entry], { env: { ...env, UPSTREAM_PORT } })
      let output = ''
      child.stderr.on('data', (chunk) => (output += String(chunk)))
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      return { code: child.exitCode, output }
    })
    for (const start of await Promise.all(starts)) expect(start).toEqual({ code: 0, output: '' })
    const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      old.db,
    )
    expect(applied.rows.map((row) => row.name).slice(0, 3)).toEqual([
      '0001-foundation',
      '0002-last-editor',
      '0003-view-days',
    ])
    expect(await readFigures(old)).toEqual(migratedFigures)
  })
})

describe.each(databases)('a search index of an earlier version on %s', (name) => {
  let config: UpstreamConfig
  let db: Db
  let id: number
  beforeEach(async () => {
    config = await preparedConfig(name)
    db = openDatabase(config).db
    const author = await db.selectFrom('authors').select('id').executeTakeFirstOrThrow()
    id = await withWriteLock(db, (trx) =>
      insertPost(trx, name, {
        ...{ title: 'An old post', excerpt: 'From before', content: 'Written long ago.', tags: [] },
        ...{ authorId: author.id, editorId: author.id, published: true, createdAt: created },
        ...{ cover: null, coverAlt: '' },
      }),
    )
  })
  afterEach(async () => {
    await db.destroy()
    await rm(config.dataDir, { recursive: true })
  })

  it('has posts without spaces between words indexed after the start', async () => {
    const queued = () => db.selectFrom('search_queue').select('post_id').execute()
    const queue = async (title: string) => {
      await db.updateTable('posts').set({ title }).where('id', '=', id).execute()
      await db.transaction().execute(queueUnspaced)
      return queued()
    }
    expect(await queue('Tokyo, “Čeština” and 서울')).toEqual([])
    expect(await queue('東京都の機械学習')).toEqual([{ post_id: id }])
    const upstream = await openUpstream(config)
    const search = encodeURIComponent('学習')
    await eventually('indexed', async () => (await queued()).length === 0)
    expect(await (await read(upstream, `/api/blogs?search=${search}`)).json()).toMatchObject({ total: 1 })
    await upstream.close()
  })

  it('counts and finds the text after a sign that begins no tag', async () => {
    const content = `A \`Vec<u8\` and ${'rope '.repeat(600)} bowline`
    await db.updateTable('post_contents').set({ content }).where('post_id', '=', id).execute()
    await db.updateTable('posts').set({ reading_minutes: 1 }).where('id', '=', id).execute()
    await db.transaction().execute(countHiddenText)
    const upstream = await openUpstream(config)
    const queued = () => db.selectFrom('search_queue').select('post_id').execute()
    await eventually('indexed', async () => (await queued()).length === 0)
    const found = await (await read(upstream, '/api/blogs?search=bowline')).json()
    expect(found).toMatchObject({ total: 1, data: { blogs: [{ readingMinutes: 4 }] } })
    await upstream.close()
  })

  it('counts and finds the text of code', async () => {
    const content = `\`<zdialog>\` **un**zbelievable ${'`<rope>` '.repeat(600)}`
    await db.updateTable('post_contents').set({ content }).where('post_id', '=', id).execute()
    await db.updateTable('posts').set({ reading_minutes: 1 }).where('id', '=', id).execute()
    await db.transaction().execute(indexCode)
    const upstream = await openUpstream(config)
    const queued = () => db.selectFrom('search_queue').select('post_id').execute()
    await eventually('indexed', async () => (await queued()).length === 0)
    const found = await (await read(upstream, '/api/blogs?search=zdialog+unzbelievable')).json()
    expect(found).toMatchObject({ total: 1, data: { blogs: [{ readingMinutes: 4 }] } })
    await upstream.close()
  })

  it('finds addresses in angle brackets', async () => {
    const queued = () => db.selectFrom('search_queue').select('post_id').execute()
    const queue = async (content: string) => {
      await db.updateTable('post_contents').set({ content }).where('post_id', '=', id).execute()
      await db.transaction().execute(indexAddresses)
      return queued()
    }
    expect(await queue('1 < 2 and https://zknots.example/')).toEqual([])
    expect(await queue('See <https://zknots.example/>.')).toEqual([{ post_id: id }])
    const upstream = await openUpstream(config)
    await eventually('indexed', async () => (await queued()).length === 0)
    expect(await (await read(upstream, '/api/blogs?search=zknots')).json()).toMatchObject({ total: 1 })
    await upstream.close()
  })
})
