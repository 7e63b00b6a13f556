import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect } from '@playwright/test'
import * as z from 'zod'
import { accountEnv } from '../support/session.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { Staff, type StoredPost } from '../support/staff-client.ts'
import { auditPosts } from '../support/faults/post-audit.ts'
import { test } from '../support/faults/postgres-fixtures.ts'
import { Random } from '../support/faults/random.ts'
import { postgresRows, sqliteRows, type ReadRows } from '../support/faults/rows.ts'
import { expectConsistent } from '../support/faults/integrity.ts'
import { Writer } from '../support/faults/post-writer.ts'

interface Killed {
  seed: number
  start(waitFor: 'nothing' | '/api/ready'): Promise<ServerProcess>
  rows: ReadRows
  dialect: 'sqlite' | 'postgres'
}

const WRITERS = 4

/** Kills the server repeatedly while clients write, and checks the database after each kill. */
async function killRepeatedly({ seed, start, rows, dialect }: Killed, kills: number) {
  const random = new Random(seed)
  const writers = Array.from({ length: WRITERS }, (_, number) => new Writer(`Writer ${number}`, random))
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
  let server = await start('/api/ready')
  const token = await Staff.signIn(server.url)
  for (let kill = 1; kill <= kills; kill++) {
    const when = `after kill ${kill}, seed ${random.seed}`
    const { url } = server
    const before = acknowledged()
    const writing = Promise.all(writers.map((writer) => writer.writeUntilGone(url, token)))
    // Every other kill waits for a write, so that slow machines write too; the rest may hit the start.
    if (kill % 2 === 0) await expect.poll(acknowledged).toBeGreaterThan(before)
    await wait(random.between(20, 500))
    await server.kill()
    await writing
    if (random.next() < 0.25) {
      // Some kills hit the server while it starts.
      const starting = await start('nothing')
      await wait(random.between(0, 1_000))
      await starting.kill()
    }
    server = await start('/api/ready')
    await auditPosts(server.url, token, writers, when)
    await expectConsistent(rows, dialect, when)
  }
  await server.stop()
  expect(server.log(), `seed ${random.seed}`).toBe('')
  expect(acknowledged(), 'writes that were acknowledged between the kills').toBeGreaterThanOrEqual(kills / 2)
}

const env = { ...accountEnv, DEMO_CONTENT: 'false' }

async function killSite(seed: number, kills: number) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
  const start = (waitFor: 'nothing' | '/api/ready') =>
    startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env, dataDir, waitFor })
  await killRepeatedly({ seed, start, rows: sqliteRows(dataDir), dialect: 'sqlite' }, kills)
  await rm(dataDir, { recursive: true })
}

const SCHEDULED = 60
const scheduledSchema = z.object({
  data: z.object({ published: z.boolean(), publishedAt: z.string().nullable(), version: z.number() }),
})

/** Kills the server while it publishes many posts at once, which must happen once for each, at the planned time. */
async function killWhilePublishing({ seed, start, rows, dialect }: Killed, makeDue: (time: number) => void) {
  const random = new Random(seed)
  let server = await start('/api/ready')
  const headers = { authorization: `Bearer ${await Staff.signIn(server.url)}` }
  const staff = new Staff(server.url, headers.authorization.slice('Bearer '.length))
  const posts: StoredPost[] = []
  for (let number = 0; number < SCHEDULED; number++)
    posts.push(await staff.create({ title: `Scheduled ${number}`, published: false }))
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  for (const { id } of posts) await staff.schedule(id, { publishAt: inAnHour })
  const time = Date.now() - 60_000
  const publishAt = new Date(time).toISOString()
  makeDue(time)
  const read = async (id: string) => {
    const response = await fetch(`${server.url}/api/blogs/${id}`, { headers })
    return scheduledSchema.parse(await response.json()).data
  }
  await expect.poll(async () => (await read(posts[0]?.id ?? '')).published).toBe(true)
  await wait(random.between(0, 200))
  await server.kill()
  await expectConsistent(rows, dialect, `after a kill while posts are published, seed ${seed}`)
  server = await start('/api/ready')
  for (const { id } of posts) {
    await expect.poll(async () => (await read(id)).published).toBe(true)
    expect(await read(id)).toEqual({ published: true, publishedAt: publishAt, version: 3 })
  }
  await server.stop()
  await expectConsistent(rows, dialect, `after all posts are published, seed ${seed}`)
  const published = `select object_id from activity where kind = 'post.published'`
  expect(await rows(published)).toHaveLength(SCHEDULED)
}

test.describe('a server that is killed while clients write', { tag: '@once' }, () => {
  test('has every acknowledged post with its cover, and no partial one', async ({ seed }) => {
    await killSite(seed, 6)
  })

  test('has every acknowledged post in PostgreSQL, too', async ({ postgres, seed }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
    const database = await postgres.emptyDatabase()
    const start = (waitFor: 'nothing' | '/api/ready') =>
      startServer({
        entry: 'server/upstream.ts',
        portVariable: 'UPSTREAM_PORT',
        env: { ...env, DATABASE_URL: database },
        dataDir,
        waitFor,
      })
    await killRepeatedly({ seed, start, rows: postgresRows(database), dialect: 'postgres' }, 6)
    await rm(dataDir, { recursive: true })
  })

  test('publishes each scheduled post once, at its time', async ({ seed }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
    const start = (waitFor: 'nothing' | '/api/ready') =>
      startServer({
        entry: 'server/upstream.ts',
        portVariable: 'UPSTREAM_PORT',
        env,
        dataDir,
        waitFor,
      })
    await killWhilePublishing({ seed, start, rows: sqliteRows(dataDir), dialect: 'sqlite' }, (time) => {
      const file = new Database(path.join(dataDir, 'halyard.db'), { timeout: 30_000 })
      file.prepare('update post_schedules set publish_at = ?, due_at = ?').run(time, time)
      file.close()
    })
    await rm(dataDir, { recursive: true })
  })

  test('has every acknowledged post after many kills', { tag: '@long' }, async ({ seed }) => {
    test.setTimeout(1_200_000)
    await killSite(seed, 60)
  })
})
