import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { eventually } from '#testing/eventually.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openUpstream } from './app.ts'
import { lockWrites } from './db/write-lock.ts'
import { admin, databases, emptyConfig, startUpstream, type DatabaseName } from './testing/harness.ts'

const logger = pino({ level: 'silent' })

/** A second upstream that has unsaved figures and an e-mail that its mail server does not accept. */
async function startStalled(database: DatabaseName) {
  const up = await startUpstream(database)
  const mails = await startMailServer()
  mails.setBehavior('stalls')
  const mail = { url: mails.url, from: { name: 'Halyard', address: 'hello@halyard.test' }, staff: [] }
  const settings = { figuresPauseMs: 3_600_000, mail: { ...mail, siteUrl: 'https://halyard.test' } }
  const stopping = await openUpstream({ ...up.config, ...settings, logger })
  const post = (path: string, body: object, address: string) =>
    stopping.fetch(
      new Request(`http://upstream${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-client-address': address },
      }),
    )
  const event = { type: 'view', path: '/', entry: false }
  const view = (visitor: string) => post('/api/analytics/events', { visitor, route: '/', event }, visitor)
  await view('ann')
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'A ferry', message: 'We need a site.' }
  await post('/api/contact', message, 'ann')
  await eventually('a stalled e-mail', () => mails.connections() > 0)
  await view('ben')
  return { up, mails, stopping }
}

describe.each(databases)('starting on %s', (database) => {
  it('creates a private data folder, and the first account once', async () => {
    const up = await startUpstream(database, { admin: { email: 'Boss@Example.com' } })
    expect(statSync(up.config.dataDir).mode & 0o777).toBe(0o700)
    expect(up.firstAccount).toEqual({
      email: 'boss@example.com',
      password: expect.stringMatching(/^[\w-]{20}$/),
    })
    const signedIn = await up.call('POST', '/api/auth/login', { json: up.firstAccount })
    expect(signedIn.status).toBe(200)
    const again = await openUpstream({ ...up.config, logger })
    expect(again.firstAccount).toBeNull()
    await again.close()
    await up.stop()
  })

  it('keeps posts and tokens over a restart', async () => {
    const up = await startUpstream(database)
    const token = await up.signIn()
    await up.call('POST', '/api/blogs', { token, json: { title: 'Stored', content: 'x', published: true } })
    const again = await openUpstream({ ...up.config, logger })
    const headers = { authorization: `Bearer ${token}` }
    expect((await again.fetch(new Request('http://upstream/api/auth/profile', { headers }))).status).toBe(200)
    expect((await again.fetch(new Request('http://upstream/api/blogs/stored'))).status).toBe(200)
    await again.close()
    await up.stop()
  })

  it('stores the last figures before it waits for a mail server when it stops', async () => {
    const { up, mails, stopping } = await startStalled(database)
    const db = await up.tables()
    const views = db.selectFrom('page_figures').select('views').where('page_id', '=', 0)
    const disconnected = mails.untilDisconnected()
    const stopped = stopping.close()
    await disconnected
    expect(await views.execute()).toContainEqual({ views: 2 })
    await mails.close()
    await stopped
    await up.stop()
  })

  it('releases an e-mail when it stops while the figures wait for the database', async () => {
    const { up, mails, stopping } = await startStalled(database)
    const db = await up.tables()
    const [locked, disconnected] = [Promise.withResolvers<void>(), mails.untilDisconnected()]
    const lock = db.transaction().execute(async (trx) => {
      await lockWrites(trx)
      locked.resolve()
      await disconnected
    })
    await locked.promise
    const stopped = stopping.close()
    await Promise.all([lock, stopped])
    expect(await db.selectFrom('outbox').select('attempts').execute()).toEqual([{ attempts: 0 }])
    await mails.close()
    await up.stop()
  })

  it('supports several concurrent starts on an empty database', async () => {
    const config = await emptyConfig(database)
    const starts = await Promise.all([1, 2, 3].map(() => openUpstream(config)))
    expect(starts.filter((start) => start.firstAccount !== null)).toHaveLength(1)
    for (const start of starts) {
      expect((await start.fetch(new Request('http://upstream/api/ready'))).status).toBe(200)
      await start.close()
    }
    await rm(config.dataDir, { recursive: true })
  })
})

describe('sample content', () => {
  it('fills an empty database and is not restored after deletion', async () => {
    const config = await emptyConfig('sqlite')
    const second = openUpstream({ ...config, demoContent: true })
    const up = await startUpstream('sqlite', { ...config, demoContent: true })
    await (await second).close()
    const token = await up.signIn()
    const all = await up.call('GET', '/api/blogs?limit=1000', { token })
    const drafts = await up.call('GET', '/api/blogs?status=draft', { token })
    expect(all.json.total).toBeGreaterThanOrEqual(24)
    expect(drafts.json.total).toBeGreaterThanOrEqual(3)
    const posts: { id: string; createdAt: string; publishedAt: string; published: boolean; views: number }[] =
      all.json.data.blogs
    for (const post of posts.filter((each) => each.published)) {
      expect(post).toMatchObject({ publishedAt: post.createdAt, views: 0 })
    }
    const dates = posts.map((post) => post.createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    for (const { id } of posts) await up.call('DELETE', `/api/blogs/${id}`, { token })
    const studies: { id: string; slug: string }[] = (await up.call('GET', '/api/case-studies')).json.data
      .caseStudies
    expect(studies.map(({ slug }) => slug)).toEqual([
      'e-commerce-redesign',
      'healthcare-mobile-app',
      'saas-dashboard',
    ])
    for (const { id } of studies) await up.call('DELETE', `/api/case-studies/${id}`, { token })
    const again = await openUpstream({ ...up.config, admin, logger })
    const left = await (await again.fetch(new Request('http://upstream/api/blogs'))).json()
    expect(left).toMatchObject({ total: 0 })
    const noStudies = await again.fetch(new Request('http://upstream/api/case-studies'))
    expect(await noStudies.json()).toMatchObject({ total: 0 })
    await again.close()
    await up.stop()
  })
})

it('starts without the packages that few requests need', () => {
  const listLoaded = `await import('./upstream/app.ts')
    const { cache } = process.getBuiltinModule('module').createRequire(import.meta.url)
    console.log(Object.keys(cache).join('\\n'))`
  const root = join(import.meta.dirname, '..')
  const args = ['--input-type=module', '--eval', listLoaded]
  const loaded = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(loaded).toMatch(/node_modules.busboy/)
  expect(loaded).not.toMatch(/node_modules.(@mixmark-io.domino|nodemailer|sharp|turndown|yaml|yauzl)\b/)
})
