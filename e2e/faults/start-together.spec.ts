import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startServer } from '../support/server-process.ts'
import { test } from '../support/faults/postgres-fixtures.ts'
import { postgresRows, sqliteRows, type ReadRows } from '../support/faults/rows.ts'
import { expectConsistent } from '../support/faults/integrity.ts'

const upstream = { entry: 'server/upstream.ts', portVariable: 'UPSTREAM_PORT' } as const
const site = { entry: '.next/site/start.mjs', portVariable: 'PORT' } as const

/** Starts three servers at once; all become ready, and one of them creates the account and sample posts. */
async function startTogether(dataDir: string, env: Record<string, string>) {
  const servers = await Promise.all(
    [upstream, site, upstream].map((kind) => startServer({ ...kind, env, dataDir })),
  )
  for (const server of servers) expect((await fetch(`${server.url}/api/blogs`)).status).toBe(200)
  for (const server of servers) {
    expect(server.log()).toBe('')
    await server.stop()
  }
  return servers.filter((server) => server.stdout().includes('First account')).length
}

async function expectMadeOnce(rows: ReadRows, dialect: 'sqlite' | 'postgres', samples: boolean) {
  const posts = await rows('select title from posts')
  expect(posts.length > 0).toBe(samples)
  expect(new Set(posts.map((post) => JSON.stringify(post))).size, 'no sample twice').toBe(posts.length)
  expect(await rows('select id from accounts')).toHaveLength(1)
  const migrations = await rows('select name from schema_migrations')
  expect(migrations.length).toBeGreaterThanOrEqual(3)
  await expectConsistent(rows, dialect, 'after three starts at once')
}

test.describe('servers that start together on an empty database', { tag: ['@once', '@cluster'] }, () => {
  test.describe.configure({ timeout: 600_000 })
  test('share one SQLite file', async () => {
    for (const samples of [true, false, false, false]) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-together-'))
      const env = { DEMO_CONTENT: String(samples) }
      expect(await startTogether(dataDir, env), 'servers that showed the first account').toBe(1)
      await expectMadeOnce(sqliteRows(dataDir), 'sqlite', samples)
      await rm(dataDir, { recursive: true })
    }
  })

  test('share one PostgreSQL database', async ({ postgres }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-together-'))
    const database = await postgres.emptyDatabase()
    expect(await startTogether(dataDir, { DATABASE_URL: database })).toBe(1)
    await expectMadeOnce(postgresRows(database), 'postgres', true)
    await rm(dataDir, { recursive: true })
  })
})

test('a start shows the first account before the site is ready', { tag: '@once' }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-first-'))
  const server = await startServer({ ...site, env: { DEMO_CONTENT: 'false' }, dataDir })
  await expect.poll(() => server.stdout()).toContain(server.url)
  expect(server.stdout()).toMatch(/First account(.|\n)+password {2}[\w-]{20}\n\n {2}http:/)
  await server.stop()
  await rm(dataDir, { recursive: true })
})
