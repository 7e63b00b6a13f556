import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import pg from 'pg'
import { z } from 'zod'
import { accountEnv } from '../account.ts'
import { unique } from '../fixtures.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { Staff } from '../staff.ts'
import { startPostgres, type TestServer } from '../../upstream/testing/postgres-server.ts'
import { calls } from './calls.ts'
import { article, Load } from './load.ts'
import { test as base } from './postgres.ts'
import { postgresRows } from './rows.ts'
import { expectWhole } from './wholeness.ts'

const postSchema = z.object({ data: z.object({ id: z.string(), slug: z.string() }) })

interface Fixtures {
  own: TestServer
  database: string
  site: ServerProcess
}

const test = base.extend<Fixtures>({
  own: [
    async ({ browserName: _ }, provide) => {
      const server = await startPostgres()
      await provide(server)
      await server.stop()
    },
    { timeout: 120_000 },
  ],
  database: async ({ own }, provide) => provide(await own.emptyDatabase()),
  site: [
    async ({ database }, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-away-'))
      const env = { ...accountEnv, DEMO_CONTENT: 'false', DATABASE_URL: database }
      const server = await startServer({ entry: 'server.ts', portVariable: 'PORT', env, dataDir })
      await provide(server)
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
    { timeout: 120_000 },
  ],
})

async function expectAllThere({ url }: ServerProcess, token: string, database: string, ids: string[]) {
  const site = calls(url, token)
  for (const id of ids) expect((await site.readAsStaff(`/api/blogs/${id}`)).status).toBe(200)
  await expectWhole(postgresRows(database), 'postgres', 'after the load')
}

test.describe('PostgreSQL', { tag: '@once' }, () => {
  test('may be restarted under the site, which says so meanwhile and comes back by itself', async ({
    own,
    database,
    site,
  }) => {
    const token = await Staff.signIn(site.url)
    const api = calls(site.url, token)
    const known = postSchema.parse(JSON.parse((await api.create(article(unique('Kept')))).body)).data
    for (const page of ['/blog', `/blog/${known.slug}`]) expect((await api.read(page)).status).toBe(200)
    const load = new Load(site.url, token)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5)

    await own.halt()
    for (const call of [
      () => api.create(article(unique('Away'))),
      () => api.read('/api/blogs'),
      () => api.read(`/api/blogs/${known.slug}`),
      () => api.signIn(),
      () => api.contact('Away from here'),
      () => api.readAsStaff('/api/auth/profile'),
    ]) {
      const answer = await call()
      expect(answer.status, answer.body).toBe(503)
      expect(JSON.parse(answer.body)).toEqual({
        error: 'The database cannot be reached. Please try again in a moment.',
      })
    }
    expect((await api.read(`/blog/${known.slug}`)).status, 'a page that was kept').toBe(200)
    expect((await api.read('/api/ready')).status).toBe(503)
    expect((await api.read('/api/health')).status).toBe(200)
    await wait(1_000)

    await own.resume()
    const resumed = Date.now()
    const works = async () =>
      (await api.read('/api/ready')).status === 200 && (await api.create(article(unique('Back')))).status
    await expect.poll(works, { intervals: [50] }).toBe(201)
    expect(Date.now() - resumed).toBeLessThan(10_000)
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, 'every editor writes again').toBeGreaterThan(before + 8)
    await load.end()
    expect([...(load.statuses.get('create') ?? [])].toSorted()).toEqual([201, 503])
    expect([...(load.statuses.get('list') ?? [])].toSorted()).toEqual([200, 503])
    await expectAllThere(site, token, database, load.acknowledged)
    expect(site.log()).not.toMatch(/unhandled|uncaught/i)
  })

  test('may drop single connections at any moment', async ({ database, site }) => {
    const token = await Staff.signIn(site.url)
    const load = new Load(site.url, token)
    const killer = new pg.Client(database)
    await killer.connect()
    for (let round = 0; round < 30; round++) {
      await wait(50)
      await killer.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`)
    }
    await killer.end()
    await load.end()
    for (const [call, statuses] of load.statuses)
      for (const status of statuses)
        expect(call === 'create' ? [201, 503] : call === 'page' ? [200] : [200, 503], call).toContain(status)
    const api = calls(site.url, token)
    for (let call = 0; call < 12; call++)
      expect((await api.create(article(unique('After')))).status).toBe(201)
    await expectAllThere(site, token, database, load.acknowledged)
    expect(site.log()).not.toMatch(/unhandled|uncaught/i)
  })
})
