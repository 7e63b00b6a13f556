import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import pg from 'pg'
import * as z from 'zod'
import { startNginx } from '#testing/nginx.ts'
import { accountEnv, METRICS_TOKEN } from '../support/session.ts'
import { unique } from '../support/fixtures.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { startStubNode } from '../support/stub-node.ts'
import { calls, visitorErrors } from '../support/faults/api-calls.ts'
import { article, Load } from '../support/faults/load.ts'
import { test as base } from '../support/faults/postgres-fixtures.ts'
import { postgresRows } from '../support/faults/rows.ts'
import { expectConsistent } from '../support/faults/integrity.ts'

const postSchema = z.object({ data: z.object({ id: z.string(), slug: z.string() }) })

interface Fixtures {
  database: string
  site: ServerProcess
}

const test = base.extend<Fixtures>({
  database: async ({ postgres }, provide) => provide(await postgres.emptyDatabase()),
  site: [
    async ({ database }, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-away-'))
      const env = { ...accountEnv, DEMO_CONTENT: 'false', DATABASE_URL: database, METRICS_TOKEN }
      const server = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env, dataDir })
      await provide(server)
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
    { timeout: 600_000 },
  ],
})

async function expectAllThere({ url }: ServerProcess, token: string, database: string, ids: string[]) {
  const site = calls(url, token)
  for (const id of ids) expect((await site.readAsStaff(`/api/blogs/${id}`)).status).toBe(200)
  await expectConsistent(postgresRows(database), 'postgres', 'after the load')
}

test.describe('PostgreSQL', { tag: ['@once', '@cluster'] }, () => {
  test('can restart while the site runs: requests get 503 meanwhile, and the site recovers', async ({
    postgres,
    database,
    site,
  }) => {
    const token = await Staff.signIn(site.url)
    const api = calls(site.url, token)
    const known = postSchema.parse(JSON.parse((await api.create(article(unique('Kept')))).body)).data
    for (const page of ['/blog', `/blog/${known.slug}`]) expect((await api.read(page)).status).toBe(200)
    const load = new Load(site.url, token)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5)

    await postgres.halt()
    const unreachable = { error: 'The database cannot be reached. Please try again in a moment.' }
    for (const [call, request] of Object.entries({
      create: () => api.create(article(unique('Away'))),
      list: () => api.read('/api/blogs'),
      post: () => api.read(`/api/blogs/${known.slug}`),
      signIn: () => api.signIn(),
      contact: () => api.contact('Away from here'),
      profile: () => api.readAsStaff('/api/auth/profile'),
    })) {
      const response = await request()
      expect(response.status, `${call}: ${response.body}\n${site.log()}`).toBe(503)
      expect(JSON.parse(response.body), call).toEqual(visitorErrors.get(call) ?? unreachable)
    }
    expect((await api.read(`/blog/${known.slug}`)).status, 'a page that was kept').toBe(200)
    const search = await api.read('/blog?search=kept')
    expect(search.status).toBe(503)
    for (const sign of ['"problem":"unreachable"', 'The database cannot be reached.']) {
      const lines = site.log().split('\n')
      const failures = lines.filter((line) => line.includes(sign))
      expect(failures, sign).not.toEqual([])
      expect(failures.join('\n'), 'stacks').not.toContain('    at ')
    }
    expect(search.body).toContain('No articles found. Try adjusting your search or filter criteria.')
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const metrics = await fetch(`${site.url}/api/metrics`, { headers })
    expect(metrics.status).toBe(200)
    expect(await metrics.text()).toMatch(/database_pool\{state="in_use"\} \d/)
    const ready = await api.read('/api/ready')
    expect(ready.status).toBe(503)
    expect(JSON.parse(ready.body)).toEqual({ status: 'unready', error: 'The database does not respond.' })
    expect((await api.read('/api/health')).status).toBe(200)
    for (const call of ['create', 'list'])
      await expect.poll(() => load.statuses.get(call)?.has(503), `${call} while it is away`).toBe(true)

    await postgres.resume()
    const works = async () =>
      (await api.read('/api/ready')).status === 200 && (await api.create(article(unique('Back')))).status
    await expect.poll(works, { intervals: [50] }).toBe(201)
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, 'every editor writes again').toBeGreaterThan(before + 8)
    await load.end()
    // A request that waits for the database longer than its limit is a 504.
    const seen = (call: string) =>
      [...(load.statuses.get(call) ?? [])].filter((status) => status !== 504).toSorted()
    expect(seen('create')).toEqual([201, 503])
    expect(seen('list')).toEqual([200, 503])
    await expectAllThere(site, token, database, load.acknowledged)
    expect(site.log()).not.toMatch(/unhandled|uncaught/i)
  })

  test('may be migrated by another node: this one stays alive, explains why it is not ready, and leaves requests to others', async ({
    database,
  }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-away-'))
    const other = new pg.Client(database)
    await other.connect()
    await other.query('begin')
    await other.query('create table schema_migrations (name text primary key)')
    const env = { ...accountEnv, DEMO_CONTENT: 'false', DATABASE_URL: database }
    const site = await startServer({
      ...{ entry: '.next/site/start.mjs', portVariable: 'PORT', env, dataDir },
      waitFor: '/api/health',
    })
    const ready = () => fetch(`${site.url}/api/ready`)
    const starting = await ready()
    expect([starting.status, await starting.json()]).toEqual([
      503,
      { status: 'starting', error: 'The database is being opened or migrated.' },
    ])
    const node = await startStubNode()
    const nginx = await startNginx([Number(new URL(site.url).port), node.port])
    const url = '/api/blogs'
    const key = { method: 'POST', headers: { 'idempotency-key': 'x' } }
    for (const init of [{}, { method: 'PUT' }, key]) {
      const begun = fetch(site.url + url, { ...init, signal: AbortSignal.timeout(30_000) })
      await expect(begun, JSON.stringify(init)).rejects.toThrow('fetch failed')
      for (const _ of [1, 2]) expect((await fetch(nginx.url + url, init)).status).toBe(200)
    }
    const signIn = Staff.signIn(site.url)
    await other.query('rollback')
    await other.end()
    await expect.poll(async () => (await ready()).status).toBe(200)
    expect(await signIn).toEqual(expect.any(String))
    await nginx.stop()
    await node.stop()
    await site.stop()
    await rm(dataDir, { recursive: true })
  })

  test('can drop single connections at any time', async ({ database, site }) => {
    const token = await Staff.signIn(site.url)
    const api = calls(site.url, token)
    expect((await api.create(article(unique('Before')))).status).toBe(201)
    // Without a cached copy, a page whose reads lose their connections three times is a 503.
    expect((await api.read('/blog')).status).toBe(200)
    const load = new Load(site.url, token)
    const killer = new pg.Client(database)
    await killer.connect()
    for (let round = 0; round < 30; round++) {
      await wait(50)
      // Waits until the connections are closed, so that the calls below do not lose them.
      await killer.query(`
        select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`)
    }
    await killer.end()
    await load.end()
    for (const [call, statuses] of load.statuses)
      for (const status of statuses)
        expect(
          call === 'create' ? [201, 503, 504] : call === 'page' ? [200] : [200, 503, 504],
          call,
        ).toContain(status)
    for (let call = 0; call < 12; call++)
      expect((await api.create(article(unique('After')))).status).toBe(201)
    await expectAllThere(site, token, database, load.acknowledged)
    expect(site.log()).not.toMatch(/unhandled|uncaught/i)
  })
})
