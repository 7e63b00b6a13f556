import { existsSync } from 'node:fs'
import { copyFile, link, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql, type LogEvent } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import { defaultSettings } from '#contract/default-settings.ts'
import { migrateIn } from '../db/migrate.ts'
import { openDatabase, type Db } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { insertPost } from '../posts/save.ts'
import { stopIntervals } from '../testing/clock.ts'
import { copyDatabase } from '#testing/postgres-server.ts'
import {
  admin,
  databases,
  emptyConfig,
  toFormData,
  imageFile,
  startUpstream,
  type DatabaseName,
} from '../testing/harness.ts'
import { newDataDir } from '../testing/prepared.ts'
import { runCommand } from '../testing/run-command.ts'
import { writeBackup } from './backup.ts'
import { checkFile, openFile } from './file.ts'
import { checkBackup } from '../jobs/checks.ts'
import { readRuns } from '../system/job-runs.ts'
import { restoreBackup } from './restore.ts'
import { readContents } from './rows.ts'
import { listTables } from './tables.ts'

stopIntervals()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${(files += 1)}.db`)

type Up = Awaited<ReturnType<typeof startUpstream>>

/** Adds rows that only a site with SMTP_URL writes. */
async function inTheMail(db: Db) {
  const address = 'ada@example.com'
  const link = { hash: 'h', address, created_at: 1, confirms_until: 2, spent_at: null }
  await db.insertInto('newsletter_links').values(link).execute()
  await db.insertInto('unsubscribed_addresses').values({ hash: 'h', created_at: 1 }).execute()
  const mail = {
    id: 'm',
    kind: 'confirmation' as const,
    subscriber: address,
    recipient: address,
    message_id: null,
  }
  const state = {
    status: 'failed' as const,
    attempts: 3,
    due_at: 1,
    last_error: 'No',
    created_at: 1,
    ended_at: 2,
  }
  await db
    .insertInto('outbox')
    .values({ ...mail, ...state })
    .execute()
}

async function addImported(db: Db) {
  const { id } = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await db.insertInto('imported_posts').values({ source_id: 'ghost:1', post_id: id }).execute()
  const redirect = { source: '/on-tea', target: '/blog/on-tea', status: 301, post_id: id }
  const created = { id: 900_000, created_by: 'Import of ghost.json', created_at: 1 }
  await db
    .insertInto('redirects')
    .values({ ...redirect, ...created })
    .execute()
}

const addCounted = (db: Db) =>
  db.insertInto('activity_blocks').values({ start: 0, kind: 'post.created', total: 1 }).execute()

async function addCaseStudy(up: Up, token: string, image: string) {
  const form = toFormData({
    ...{ title: 'A tea shop', client: 'Leaf', summary: 'Sold out.', content: `![x](${image})` },
    results: '[{"figure":"2×","label":"orders"}]',
    published: 'true',
    coverImage: await imageFile('png', 900, 500),
  })
  const { status } = await up.call('POST', '/api/case-studies', { token, form })
  expect(status).toBe(201)
}

async function addReview(up: Up, token: string, postId: string) {
  const path = `/api/blogs/${postId}/previews`
  await up.call('POST', path, { token, json: { days: 1, password: 'tea leaves' } })
  const { url } = (await up.call('POST', path, { token, json: { days: 1 } })).json.data
  const secret = url.split('/').at(-1)
  const opened = await up.call('POST', '/api/previews/open', { json: { token: secret } })
  const { revision } = opened.json.data.review
  const json = { token: secret, revision, decision: 'approved', name: 'Ada' }
  expect((await up.call('POST', '/api/previews/review', { json })).status).toBe(201)
}

/** Fills every table that a backup contains. */
async function fill(up: Up) {
  const token = await up.signIn()
  const coverImage = await imageFile('png', 900, 500)
  const form = toFormData({
    title: 'Tea 茶 & "quotes"',
    content: 'Brewed slowly',
    published: 'true',
    coverImage,
  })
  form.set('tags', JSON.stringify(['Te', 'Slow']))
  await up.call('POST', '/api/categories', { token, json: { name: 'Drinks' } })
  form.set('category', 'drinks')
  const { data } = (await up.call('POST', '/api/blogs', { token, form })).json
  await up.call('PUT', `/api/blogs/${data.id}`, {
    token,
    json: { slug: 'on-tea', seo: { title: 'Tea, slowly' } },
  })
  await up.call('PUT', `/api/blogs/${data.id}/revisions/1`, { token, json: { name: 'First' } })
  const unpublished = toFormData({ title: 'Tea, revised', coverAlt: 'Tea', coverImage })
  await up.call('PUT', `/api/blogs/${data.id}/working-copy`, { token, form: unpublished })
  await addReview(up, token, data.id)
  const note = { text: 'Which leaves?', quote: 'slowly', before: 'Brewed ' }
  const thread = (await up.call('POST', `/api/blogs/${data.id}/notes`, { token, json: note })).json.data
  await up.call('POST', `/api/notes/${thread.id}/replies`, { token, json: { text: 'Green ones.' } })
  const tags = (await up.call('GET', '/api/tags?include=details&name=te', { token })).json.data
  await up.call('PUT', `/api/tags/${tags[0].id}`, { token, json: { name: 'Tea' } })
  const [slow] = (await up.call('GET', '/api/tags?include=details&name=slow', { token })).json.data
  const different = { tags: [tags[0].id, slow.id], dismissed: true }
  await up.call('PUT', '/api/tags/duplicates', { token, json: different })
  const inline = toFormData({ file: await imageFile('webp', 500, 300) })
  const { url } = (await up.call('POST', '/api/media', { token, form: inline })).json.data
  await up.call('POST', '/api/blogs', {
    token,
    json: { title: 'A draft', content: `![x](${url})`, plannedFor: '2040-01-02' },
  })
  const trashed = { title: 'In the trash', content: 'x', tags: ['Slow'] }
  const removed = (await up.call('POST', '/api/blogs', { token, json: trashed })).json.data
  await up.call('DELETE', `/api/blogs/${removed.id}`, { token })
  await addCaseStudy(up, token, url)
  const search = { type: 'search', search: { term: 'tea', found: true } }
  await up.call('POST', '/api/analytics/events', { json: { visitor: 'someone', route: null, event: search } })
  await up.call('POST', `/api/blogs/on-tea/views`, { json: { visitor: 'someone', entry: true } })
  await (await up.tables()).insertInto('figure_jobs').values({ id: 1, closed_day: 20240101 }).execute()
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'A ferry', message: 'Bookings, please.' }
  const headers = { 'idempotency-key': 'once' }
  await up.call('POST', '/api/contact', { json: message, headers })
  await up.call('POST', '/api/newsletter', { json: { email: 'Ada@example.com' } })
  const photo = await imageFile('jpeg', 600, 600)
  await up.call('PUT', '/api/auth/profile', { token, form: toFormData({ name: 'Ada Brandt', photo }) })
  await up.call('POST', '/api/invitations', { token, json: { email: 'bo@example.com', role: 'author' } })
  const shareImage = { url, width: 1, height: 1 }
  await up.call('PUT', '/api/settings', { token, json: { ...defaultSettings, shareImage } })
  await inTheMail(await up.tables())
  await addImported(await up.tables())
  await addCounted(await up.tables())
  await up.call('PUT', '/api/auth/preferences', { token, json: { editorMode: 'visual' } })
  await up.call('PUT', '/api/notifications/preferences', {
    token,
    json: { timeZone: 'Europe/Berlin', channels: { message: 'digest' } },
  })
  await up.call('POST', '/api/redirects', { token, json: { from: '/old-tea', to: '/blog/on-tea' } })
  const lost = { path: '/lost', referrer: 'example.com', linked: true, count: 1 }
  await up.call('POST', '/api/redirects/hits', { json: { hits: [], missing: [lost] } })
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await up.call('POST', '/api/auth/login', { json: admin, headers: browser })
  return { token, cover: data.coverImage }
}

const filled: Partial<Record<DatabaseName, ReturnType<typeof prepareFilled>>> = {}

async function prepareFilled(database: DatabaseName) {
  const up = await startUpstream(database)
  const signedIn = await fill(up)
  const { dataDir, databaseUrl } = up.config
  // The file is complete when the upstream has stopped, which removes the folder.
  const file = newFile()
  if (database === 'sqlite') await link(join(dataDir, 'halyard.db'), file)
  await up.stop()
  return { ...signedIn, file, databaseUrl }
}

/** Starts on a copy of a database with rows in every table that a backup contains. */
async function startFilled(database: DatabaseName) {
  filled[database] ??= prepareFilled(database)
  const { token, cover, file, databaseUrl } = await filled[database]
  const dataDir = await newDataDir()
  if (database === 'sqlite') await copyFile(file, join(dataDir, 'halyard.db'))
  const copy = { dataDir, databaseUrl: databaseUrl && (await copyDatabase(databaseUrl)) }
  return { up: await startUpstream(database, copy), token, cover }
}

async function contents(up: Up, file: string) {
  const shape = openFile(file, { readonly: true })
  const tables = await listTables(shape).finally(() => shape.destroy())
  return readContents(await up.tables(), tables)
}

const pairs = databases.flatMap((from) => databases.map((to) => [from, to] as const))

describe.each(pairs)('a backup of %s restored on %s', (from, to) => {
  it('restores every row and accepts writes', async () => {
    const { up, token, cover } = await startFilled(from)
    const file = newFile()
    const written = await writeBackup(up.config, file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const config = await emptyConfig(to)
    const { contents: restored } = await restoreBackup(config, file, { force: false })
    expect(await writeBackup(config, newFile())).toEqual(written)
    const again = await startUpstream(to, config)
    again.config.logger.level = 'warn'
    expect(again.firstAccount).toBeNull()
    expect(await contents(again, file)).toEqual(restored)
    expect(restored).toEqual(await contents(up, file))
    expect(restored.filter(({ rows }) => rows === 0)).toEqual([])

    const post = await again.call('GET', '/api/blogs/tea-cha-quotes')
    expect(post.json).toEqual((await up.call('GET', '/api/blogs/tea-cha-quotes')).json)
    expect(post.json.data).toMatchObject({ slug: 'on-tea', tags: ['Tea', 'Slow'], views: 1 })
    for (const number of [1, 2]) {
      const revision = `/api/blogs/on-tea/revisions/${number}`
      const { status, json } = await again.call('GET', revision, { token: await again.signIn() })
      expect([status, json]).toEqual([200, (await up.call('GET', revision, { token })).json])
    }
    const changed = await again.call('GET', '/api/blogs/on-tea/working-copy', { token: await again.signIn() })
    expect(changed.json).toEqual((await up.call('GET', '/api/blogs/on-tea/working-copy', { token })).json)
    expect(changed.json.data).toMatchObject({ title: 'Tea, revised', cover: { alt: 'Tea' } })
    const study = await again.call('GET', '/api/case-studies/a-tea-shop')
    expect(study.json).toEqual((await up.call('GET', '/api/case-studies/a-tea-shop')).json)
    expect((await again.call('GET', cover)).text).toBe((await up.call('GET', cover)).text)
    for (const search of ['brewed', 'te', 'slow'])
      expect((await again.call('GET', `/api/blogs?search=${search}`)).json.total).toBe(1)
    const messages = await again.call('GET', '/api/messages?search=xample', { token: await again.signIn() })
    expect(messages.json.total).toBe(1)

    expect((await again.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    const fresh = await again.signIn()
    const created = await again.call('POST', '/api/blogs', {
      token: fresh,
      json: { title: 'After it', content: 'x', tags: ['Tea', 'New'], published: true },
    })
    expect(created.status).toBe(201)
    expect((await again.call('GET', '/api/tags')).json.data).toContainEqual({ name: 'Tea', count: 2 })
    await again.stop()
    await up.stop()
  })
})

async function addLamps(db: Db, dialect: DatabaseName, count: number) {
  const { id: authorId } = await db.selectFrom('authors').select('id').executeTakeFirstOrThrow()
  await withWriteLock(db, async (trx) => {
    for (let n = 0; n < count; n += 1)
      await insertPost(trx, dialect, {
        ...{
          title: `Lamp ${n}`,
          content: `Ocean anchor${n % 3} 茶𠮷`,
          tags: [`t${n % 5}`],
          published: n % 4 > 0,
        },
        ...{ excerpt: '', coverAlt: '', cover: null, authorId, editorId: authorId, createdAt: Date.now() },
      })
  })
}

async function searchTable(db: Db) {
  const rows = await sql`select post_id, words::text from post_search order by post_id`.execute(db)
  const indexes =
    await sql`select indexdef from pg_indexes where tablename = 'post_search' order by 1`.execute(db)
  const options = await sql`select reloptions from pg_class where relname = 'post_search'`.execute(db)
  return [rows.rows, indexes.rows, options.rows]
}

describe.each(databases)('a backup on %s', (database) => {
  /** Runs two writers during `work`. */
  async function whileWriting(up: Up, token: string, work: () => Promise<void>) {
    let done = false
    const statuses = new Set<number>()
    const write = async (writer: number) => {
      for (let n = 0; !done; n += 1) {
        // SQLite writes are synchronous, so this yields to other work.
        await setImmediate()
        const json = { title: `Post ${writer} ${n}`, content: 'x', tags: [`t${n % 7}`], published: true }
        const { status, json: body } = await up.call('POST', '/api/blogs', { token, json })
        statuses.add(status)
        if (status === 201 && n % 3 === 0)
          await up.call('DELETE', `/api/blogs/${body.data.id}?forever=true`, { token })
      }
    }
    const writers = [0, 1].map(write)
    await work().finally(() => (done = true))
    await Promise.all(writers)
    return [...statuses]
  }

  async function expectExactCounts(db: Db) {
    const count = async (table: 'posts' | 'post_contents' | 'post_tags' | 'removed_posts') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const { total } = await db.selectFrom('totals').select('total').executeTakeFirstOrThrow()
    const { tagged } = await db
      .selectFrom('tags')
      .select((eb) => eb.fn.sum('total_count').as('tagged'))
      .executeTakeFirstOrThrow()
    const all = total + (await count('removed_posts'))
    expect([await count('posts'), await count('post_contents')]).toEqual([all, all])
    expect(await count('post_tags')).toBe(Number(tagged))
  }

  it('is consistent during concurrent writes', async () => {
    const { up, token } = await startFilled(database)
    const statuses = await whileWriting(up, token, async () => {
      const check = async () => {
        const file = newFile()
        expect(await runCommand('backup', up.config, [file])).toMatchObject({ code: 0, err: '' })
        const db = openFile(file, { readonly: true })
        await expectExactCounts(db)
        await db.destroy()
      }
      await Promise.all([check(), check(), check()])
    })
    expect(statuses).toEqual([201])
    await up.stop()
  })

  it('is restored completely during concurrent writes', async () => {
    const { up, token } = await startFilled(database)
    const file = newFile()
    await writeBackup(up.config, file)
    const statuses = await whileWriting(up, token, async () => {
      expect(await runCommand('restore', up.config, [file, '--force'])).toMatchObject({
        code: 0,
        err: '',
      })
    })
    // A restore signs everyone out.
    expect([201, 401]).toEqual(expect.arrayContaining(statuses))
    expect((await up.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    const db = await up.tables()
    await expectExactCounts(db)
    const posts = await db.selectFrom('posts').select('slug').orderBy('id').execute()
    expect(posts.slice(0, 3).map(({ slug }) => slug)).toEqual(['on-tea', 'a-draft', 'in-the-trash'])
    // Only the writes that waited for the restore remain.
    expect(posts.length).toBeLessThanOrEqual(5)
    await up.stop()
  })

  it('is not reported as overdue right after its restore', async () => {
    const up = await startUpstream(database)
    const db = await up.tables()
    await db.updateTable('accounts').set({ created_at: 0 }).execute()
    const file = newFile()
    await writeBackup(up.config, file)
    await restoreBackup(up.config, file, { force: true })
    const reported = db.selectFrom('notifications').select('kind')
    await checkBackup(db)
    expect(await reported.execute()).toEqual([])
    expect((await readRuns(db)).jobs).toEqual([])
    await db.updateTable('job_runs').set({ ran_at: 0 }).execute()
    await checkBackup(db)
    expect(await reported.execute()).toEqual([{ kind: 'backupOverdue' }])
    await up.stop()
  })

  it('replaces a database that is not empty only with --force', async () => {
    const { up } = await startFilled(database)
    const file = newFile()
    await writeBackup(up.config, file)
    const original = await contents(up, file)
    const token = await up.signIn()
    await up.call('POST', '/api/blogs', {
      token,
      json: { title: 'Later', content: 'zeppelin', published: true },
    })
    const changed = await contents(up, file)

    await expect(restoreBackup(up.config, file, { force: false })).rejects.toThrow(
      'The database is not empty',
    )
    expect(await contents(up, file)).toEqual(changed)
    expect((await up.call('GET', '/api/auth/profile', { token })).status).toBe(200)

    const { latest } = (await up.call('GET', '/api/changes')).json.data
    for (const name of ['restore.1.part', 'restore.1.part-journal'])
      await writeFile(join(up.config.dataDir, name), 'of a killed restore')
    await restoreBackup(up.config, file, { force: true })
    expect(await readdir(up.config.dataDir)).not.toContainEqual(expect.stringMatching(/^restore/))
    expect(await contents(up, file)).toEqual(original)
    // A running site removes all its pages.
    const { changes } = (await up.call('GET', `/api/changes?since=${latest}`)).json.data
    expect(changes).toMatchObject([{ tags: [pageTags.all], removes: true }])
    expect((await up.call('GET', '/api/blogs/later')).status).toBe(404)
    expect((await up.call('GET', '/api/blogs?search=zeppelin')).json.total).toBe(0)
    expect((await up.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    await up.stop()
  })

  it('changes nothing when the restore fails', async () => {
    const { up } = await startFilled(database)
    const file = newFile()
    await writeBackup(up.config, file)
    const before = await contents(up, file)
    const db = await up.tables()
    // The restore fills this table last.
    const last = before.at(-1)?.table ?? ''
    const rejectRows =
      database === 'postgres'
        ? sql`alter table ${sql.table(last)} add constraint rejected check (false) not valid`
        : sql`create trigger rejected before insert on ${sql.table(last)} begin select raise(abort, 'rejected'); end`
    await rejectRows.execute(db)
    await expect(restoreBackup(up.config, file, { force: true })).rejects.toThrow(/rejected/)
    expect(await contents(up, file)).toEqual(before)
    expect((await up.call('GET', '/api/blogs?search=brewed')).json.total).toBe(1)
    expect(await readdir(up.config.dataDir)).not.toContainEqual(expect.stringContaining('.part'))
    await up.stop()
  })

  it('restores more posts than are written at once with the same search and schema', async () => {
    const up = await startUpstream(database)
    await addLamps(await up.tables(), database, 205)
    const searches = ['lamp', 'oce', 'anchor2', 'anchor', '茶', 't4', 'lamp+203', 'a+o']
    const found = (site: Up) =>
      Promise.all(
        searches.map(async (words) => (await site.call('GET', `/api/blogs?limit=300&search=${words}`)).json),
      )
    const before = await found(up)
    expect(before.every(({ total }) => total > 0)).toBe(true)
    const file = newFile()
    await writeBackup(up.config, file)
    const config = await emptyConfig(database)
    await restoreBackup(config, file, { force: false })
    const again = await startUpstream(database, config)
    again.config.logger.level = 'warn'
    expect(await found(again)).toEqual(before)
    if (database === 'postgres')
      expect(await searchTable(await again.tables())).toEqual(await searchTable(await up.tables()))
    await again.stop()
    await up.stop()
  })

  it('is written from an older schema and restored to the current one', async () => {
    const old = await emptyConfig(database)
    const source = openDatabase(old)
    await source.db.transaction().execute(async (trx) => {
      await migrateIn(trx, source.dialect, ['0001-foundation'])
      await sql`insert into authors (id, slug, name, role, bio) values (1, 'ada', 'Ada', 'Editor', '')`.execute(
        trx,
      )
      await sql`insert into accounts (id, email, password_hash, author_id, created_at)
        values ('a', 'ada@example.com', 'x', 1, 5)`.execute(trx)
      await sql`insert into posts (id, public_id, slug, title, title_key, excerpt, author_id, published, created_at,
        updated_at, reading_minutes, cover_alt) values (2, 'p', 'old', 'Old', 'old', '', 1, 1, 5, 5, 1, '')`.execute(
        trx,
      )
      await sql`insert into post_contents (post_id, content) values (2, 'ancient words')`.execute(trx)
      await sql`insert into post_slugs (slug, post_id) values ('old', 2)`.execute(trx)
      await sql`insert into post_view_days (day, post_id, views) values ('2024-01-01', 2, 7)`.execute(trx)
      await sql`update totals set last_id = 2, published = 1, total = 1`.execute(trx)
    })
    const file = newFile()
    await writeBackup(old, file)
    await source.db.destroy()
    const shape = openFile(file, { readonly: true })
    expect(await sql`select name from schema_migrations`.execute(shape)).toMatchObject({
      rows: [{ name: '0001-foundation' }],
    })
    await shape.destroy()
    const before = await readFile(file)

    const up = await startUpstream(database)
    await restoreBackup(up.config, file, { force: true })
    expect((await up.call('GET', '/api/blogs/old')).json.data).toMatchObject({ content: 'ancient words' })
    expect((await up.call('GET', '/api/blogs?search=ancient')).json.total).toBe(1)
    const tables = await up.tables()
    const days = await tables.selectFrom('page_figures').select(['period', 'page_id', 'views']).execute()
    expect(days).toContainEqual({ period: 20240101, page_id: 0, views: 7 })
    expect(await readFile(file)).toEqual(before)
    await up.stop()
  })

  it('is rejected when damaged or foreign, before anything changes', async () => {
    const { up } = await startFilled(database)
    const good = newFile()
    await writeBackup(up.config, good)
    const before = await contents(up, good)
    const { size } = await stat(good)

    const spoil = async (change: (file: string) => Promise<unknown>) => {
      const file = newFile()
      await copyFile(good, file)
      await change(file)
      return file
    }
    const changed = (statement: string) =>
      spoil(async (file) => {
        const db = openFile(file)
        await sql.raw(`pragma foreign_keys = off`).execute(db)
        await sql.raw(statement).execute(db)
        await db.destroy()
      })
    const flipped = await spoil(async (file) => {
      const bytes = await readFile(file)
      const at = bytes.indexOf('Brewed slowly')
      expect(at).toBeGreaterThan(0)
      bytes.writeUInt8(0x62, at)
      await writeFile(file, bytes)
    })
    const cases: [string, string, RegExp][] = [
      ['text', await spoil((file) => writeFile(file, 'not a database')), /not a backup/],
      ['nothing', await spoil((file) => truncate(file, 0)), /not a backup/],
      ['half', await spoil((file) => truncate(file, Math.floor(size / 2))), /damaged/],
      ['all but a page', await spoil((file) => truncate(file, size - 4096)), /damaged/],
      ['a changed byte', flipped, /post_contents does not hold what was written/],
      ['a foreign database', await changed('pragma application_id = 1'), /not a backup/],
      ['a newer format', await changed('pragma user_version = 2'), /newer version/],
      ['a newer schema', await changed("insert into schema_migrations values ('9999-later')"), /9999-later/],
      ['a missing row', await changed('delete from contact_messages'), /contact_messages does not hold/],
      ['a dangling row', await changed('delete from authors'), /damaged/],
      ['a missing table', await changed('drop table name_figures'), /a table is missing/],
    ]
    for (const [name, file, reason] of cases) {
      expect([name, await restoreBackup(up.config, file, { force: true }).catch(String)]).toEqual([
        name,
        expect.stringMatching(reason),
      ])
    }
    await expect(restoreBackup(up.config, newFile(), { force: true })).rejects.toThrow('ENOENT')
    expect(await contents(up, good)).toEqual(before)
    await up.stop()
  })

  it('leaves no file when it fails and replaces no existing file', async () => {
    const config = await emptyConfig(database)
    const file = newFile()
    await expect(writeBackup(config, file)).rejects.toThrow(/no readable database|is empty/)
    expect(existsSync(file)).toBe(false)
    await writeFile(file, 'mine')
    const up = await startUpstream(database)
    await expect(writeBackup(up.config, file)).rejects.toThrow('already exists')
    const elsewhere = join(folder, 'none', 'x.db')
    await expect(writeBackup(up.config, elsewhere)).rejects.toThrow(/x\.db cannot be written: .*ENOENT/)
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([])
    await up.stop()
  })
})

it('has a time from which later writes are missing in it', async () => {
  const up = await startUpstream('postgres')
  let readAt = Infinity
  const onQuery = ({ query }: LogEvent) => {
    // The first read after these takes the snapshot.
    if (/^start transaction |set_config/.test(query.sql)) return
    readAt = Math.min(readAt, Date.now())
    while (Date.now() === readAt);
  }
  const file = newFile()
  await writeBackup({ ...up.config, onQuery }, file)
  const db = openFile(file, { readonly: true })
  const { madeAt } = await checkFile(db).finally(() => db.destroy())
  expect(Date.parse(madeAt)).toBeLessThanOrEqual(readAt)
  await up.stop()
})

it('reports a full disk as such', async () => {
  const file = newFile()
  await writeFile(file, '')
  const db = openFile(file)
  await sql`create table filler (content blob)`.execute(db)
  await sql`pragma max_page_count = 3`.execute(db)
  const filled = db
    .transaction()
    .execute((trx) => sql`insert into filler values (zeroblob(200000))`.execute(trx))
  await expect(filled).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await db.destroy()
})

it('contains every table except transient and derived ones', async () => {
  const up = await startUpstream('sqlite', { admin })
  const db = await up.tables()
  const included = (await listTables(db)).map(({ name }) => name)
  const all = (await db.introspection.getTables()).map(({ name }) => name)
  expect(
    all.filter((name) => !included.includes(name) && !/^(post|message)_search/.test(name)).sort(),
  ).toEqual([
    'account_links',
    'broken_links',
    'changes',
    'email_change_links',
    'email_changes',
    'import_addresses',
    'import_images',
    'import_parts',
    'import_posts',
    'imports',
    'job_runs',
    'link_checks',
    'message_numbers',
    'presence',
    'rate_limits',
    'reader_marks',
    'reader_salts',
    'schema_migrations',
    'search_queue',
    'search_words',
    'tokens',
  ])
  await up.stop()
})
