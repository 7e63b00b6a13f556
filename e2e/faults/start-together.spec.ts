import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startServer } from '../server-process.ts'
import { test } from './postgres.ts'
import { postgresRows, sqliteRows, type ReadRows } from './rows.ts'
import { expectWhole } from './wholeness.ts'

const upstream = { entry: 'upstream/serve.ts', portVariable: 'UPSTREAM_PORT' } as const
const site = { entry: 'server.ts', portVariable: 'PORT' } as const

/** Three servers at one moment; each is ready, and what is made once was made by one of them. */
async function startTogether(dataDir: string, env: Record<string, string>) {
  const servers = await Promise.all(
    [upstream, site, upstream].map((kind) => startServer({ ...kind, env, dataDir })),
  )
  const told = servers.filter((server) => server.said().includes('First account'))
  for (const server of servers) expect((await fetch(`${server.url}/api/blogs`)).status).toBe(200)
  for (const server of servers) {
    expect(server.log()).toBe('')
    await server.stop()
  }
  return told.length
}

async function expectMadeOnce(rows: ReadRows, dialect: 'sqlite' | 'postgres', samples: boolean) {
  const posts = await rows('select title from posts')
  expect(posts.length > 0).toBe(samples)
  expect(new Set(posts.map((post) => JSON.stringify(post))).size, 'no sample twice').toBe(posts.length)
  expect(await rows('select id from accounts')).toHaveLength(1)
  const migrations = await rows('select name from schema_migrations')
  expect(migrations.length).toBeGreaterThanOrEqual(3)
  await expectWhole(rows, dialect, 'after three starts at once')
}

test.describe('servers that start together on nothing', { tag: '@once' }, () => {
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
