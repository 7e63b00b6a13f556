import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { openUpstream, type Upstream, type UpstreamConfig } from '../app.ts'
import { freePort } from '#testing/free-port.ts'
import { databases, emptyConfig } from '../testing/harness.ts'
import * as foundation from './migrations/0001-foundation.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

const day = '2024-03-05'
const created = Date.parse(`${day}T10:00:00Z`)

/** Fills every table of the first schema. */
async function fillAsFirstVersion({ db, dialect }: OpenDatabase) {
  await db.transaction().execute(async (trx) => {
    await sql`create table schema_migrations (name text primary key)`.execute(trx)
    await foundation.up(trx, dialect)
    await sql`insert into schema_migrations (name) values ('0001-foundation')`.execute(trx)
    const author = { id: 1, slug: 'ada', name: 'Ada', role: 'Editor', bio: '' }
    await trx
      .insertInto('authors')
      .values({ ...author, published_count: 1, total_count: 1 })
      .execute()
    const account = { id: 'a', email: 'ada@example.com', password_hash: 'x', author_id: 1 }
    await trx
      .insertInto('accounts')
      .values({ ...account, created_at: created })
      .execute()
    await trx.updateTable('totals').set({ last_id: 3, published: 1, total: 1 }).execute()
    const times = { created_at: created, published_at: created, updated_at: created }
    await trx
      .insertInto('posts')
      .values({
        id: 2,
        public_id: '018e0e51-0000-7000-8000-000000000002',
        slug: 'an-old-post',
        title: 'An old post',
        title_key: 'an old post',
        excerpt: 'From before',
        author_id: 1,
        published: 1,
        ...times,
        version: 4,
        reading_minutes: 1,
        views: 7,
        cover_id: 'cover',
        cover_alt: 'A flag',
      })
      .execute()
    await trx.insertInto('post_contents').values({ post_id: 2, content: 'Written long ago.' }).execute()
    await trx.insertInto('post_slugs').values({ slug: 'an-old-post', post_id: 2 }).execute()
    await trx.insertInto('post_slugs').values({ slug: 'its-older-name', post_id: 2 }).execute()
    const tag = { id: 3, key: 'rope', name: 'Rope', published_count: 1, total_count: 1 }
    await trx.insertInto('tags').values(tag).execute()
    await trx
      .insertInto('post_tags')
      .values({ post_id: 2, tag_id: 3, position: 0, published: 1, created_at: created })
      .execute()
    await trx
      .insertInto('media')
      .values({ id: 'cover', kind: 'cover', width: 64, height: 48, created_at: created })
      .execute()
    const bytes = Buffer.from('an image')
    const name = 'AAAAAAAAAAAAAAAAAAAAAA-64.webp'
    await trx.insertInto('media_files').values({ name, media_id: 'cover', width: 64, bytes }).execute()
    await sql`insert into post_view_days (day, post_id, views) values (${day}, 2, 7)`.execute(trx)
    const message = {
      id: 'm',
      name: 'Bo',
      email: 'bo@example.com',
      subject: 'A ferry',
      message: 'We need one.',
    }
    await trx
      .insertInto('contact_messages')
      .values({ ...message, created_at: created })
      .execute()
  })
}

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
          coverImage: '/api/media/AAAAAAAAAAAAAAAAAAAAAA-64.webp',
        },
      })
    const image = await read(upstream, '/api/media/AAAAAAAAAAAAAAAAAAAAAA-64.webp')
    expect(await image.text()).toBe('an image')
    expect(await (await read(upstream, '/api/blogs')).json()).toMatchObject({ total: 1 })
    expect(await old.db.selectFrom('view_days').selectAll().execute()).toEqual([{ day, views: 7 }])
    expect(await old.db.selectFrom('contact_messages').select(['subject', 'search_text']).execute()).toEqual([
      { subject: 'A ferry', search_text: 'bo example com a ferry we need one' },
    ])
    await upstream.close()
  })

  it('is migrated once when several processes start together', async () => {
    const env = {
      PATH: process.env['PATH'],
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
    expect(await old.db.selectFrom('view_days').selectAll().execute()).toEqual([{ day, views: 7 }])
  }, 60_000)
})
