import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import pg from 'pg'
import { test, untilChangesAreRead, type Cluster } from '../support/faults/cluster-fixtures.ts'
import { startPropagation } from '../support/faults/propagation.ts'
import { startSlowDatabase } from '../support/faults/slow-database.ts'
import { unique } from '../support/fixtures.ts'
import { projectRoot } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const bodyOf = async (url: string) => (await fetch(url)).text()

async function query(database: string, statement: string) {
  const client = new pg.Client(database)
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}

/** From here on notifications are lost silently. */
const loseNotifications = (database: string) =>
  query(
    database,
    `create function public.pg_notify(text, text) returns void language sql as 'select';
     do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
  )

const endListeners = (database: string) =>
  query(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'halyard-changes' and datname = current_database()`,
  )

const fillPosts = (databaseUrl: string, size: object) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { fillPosts } from './bench/posts.ts'
       await fillPosts(${JSON.stringify({ dataDir: '', databaseUrl })}, ${JSON.stringify(size)})`,
    ],
    { cwd: projectRoot },
  )

test.describe(
  'of two nodes with one database, one shows what the other one changed',
  {
    tag: ['@once', '@cluster'],
  },
  () => {
    // One after the other, because each has three servers.
    test.describe.configure({ mode: 'default', timeout: 600_000 })

    test('everywhere', async ({ cluster, measures }) => {
      const propagation = await startPropagation(cluster, measures)
      await propagation.run(measures ? 25 : 2)
      propagation.expectWithin('From one node to the other', 1)
    })

    test('when the connections for notifications are lost', async ({ cluster, measures, database }) => {
      const propagation = await startPropagation(cluster, measures)
      await propagation.run(measures ? 5 : 1, async () => void (await endListeners(database)))
      propagation.expectWithin('Without listeners', 2)
    })

    test.describe('when notifications are lost', () => {
      test.use({
        database: async ({ postgres }, provide) => {
          const database = await postgres.emptyDatabase()
          await loseNotifications(database)
          await provide(database)
        },
      })

      test('and without traffic', async ({ cluster, measures }) => {
        const propagation = await startPropagation(cluster, measures)
        await propagation.run(measures ? 5 : 1)
        propagation.expectWithin('Without notifications', 2)
        await propagation.runUnvisited()
      })
    })

    test.describe('while a slow database holds up its render', () => {
      let slow: Awaited<ReturnType<typeof startSlowDatabase>>
      test.use({
        env: async ({ database }, provide) => {
          slow = await startSlowDatabase(database)
          await provide({ DATABASE_URL: slow.url, DATABASE_DIRECT_URL: database })
          await slow.stop()
        },
      })

      test('in the next read', async ({ cluster }) => {
        const [a, b] = cluster.nodes
        const staff = new Staff(a.url, await Staff.signIn(a.url))
        const post = await staff.create({ title: unique('Before') })
        await untilChangesAreRead(b)
        const url = `${b.url}/blog/${post.slug}`
        const { asked, release } = slow.hold(post.slug)
        const rendering = bodyOf(url)
        await asked
        const title = unique('After')
        await staff.update(post.id, { title })
        await untilChangesAreRead(b)
        release()
        await rendering
        expect(await bodyOf(url)).toContain(title)
      })
    })

    test('with 100,000 posts', { tag: '@measured' }, async ({ cluster, database, measures }) => {
      await fillPosts(database, { posts: 100_000, wordsPerPost: 50 })
      await query(database, 'analyze')
      const propagation = await startPropagation(cluster, measures)
      await propagation.run(25)
      propagation.expectWithin('With 100,000 posts', 1)
    })
  },
)

/** Reads and writes through nginx until stopped. More writers would exceed the time limits on a busy machine. */
function startLoad(url: string, token: string, addresses: string[], writers: number) {
  const staff = new Staff(url, token)
  const failures = { reads: [] as string[], writes: [] as string[] }
  const acknowledged: string[] = []
  let isEnding = false
  const repeat = async (into: string[], work: () => Promise<void>) => {
    while (!isEnding) await work().catch((error: unknown) => into.push(String(error)))
  }
  const read = (address: string) =>
    repeat(failures.reads, async () => {
      const { status } = await fetch(url + address)
      if (status !== 200) failures.reads.push(`${status} ${address}`)
    })
  const write = () =>
    repeat(failures.writes, async () => {
      acknowledged.push((await staff.create({ title: unique('Written to a cluster') })).id)
    })
  const work = Promise.all([...addresses.map(read), ...Array.from({ length: writers }, write)])
  return {
    acknowledged,
    failures,
    untilWritten: async (count: number) => {
      const goal = acknowledged.length + count
      await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(goal)
    },
    end: async () => {
      isEnding = true
      await work
    },
  }
}

async function expectAllThere({ nodes: [{ url }] }: Cluster, ids: string[]) {
  for (const id of ids) expect((await fetch(`${url}/api/blogs/${id}`)).status, id).toBe(200)
}

test.describe('two nodes with one database, under load', { tag: ['@once', '@cluster'] }, () => {
  test.describe.configure({ mode: 'default', timeout: 600_000 })

  test('are restarted one after the other, and one is killed, without a failed request', async ({
    cluster,
    measures,
  }) => {
    const token = await Staff.signIn(cluster.nginx.url)
    const addresses = ['/', '/blog', '/api/blogs', '/blog?search=rope']
    const load = startLoad(cluster.nginx.url, token, addresses, measures ? 6 : 1)
    await load.untilWritten(5)
    for (const node of [0, 1, 0, 1, 0, 1] as const) {
      cluster.nodes[node].signal('SIGTERM')
      await cluster.restart(node)
      await load.untilWritten(5)
    }
    expect(load.failures, 'three rolling restarts').toEqual({ reads: [], writes: [] })
    process.stdout.write(`${load.acknowledged.length} writes in three rolling restarts, none failed\n`)

    await cluster.nodes[0].kill()
    await load.untilWritten(5)
    await cluster.restart(0)
    await load.end()
    expect(load.failures.reads, 'readers when a node was killed').toEqual([])
    await expectAllThere(cluster, load.acknowledged)
  })

  test('outlive a restart of PostgreSQL', async ({ cluster, postgres }) => {
    const token = await Staff.signIn(cluster.nginx.url)
    const pages = ['/', '/about', '/services', '/contact']
    for (const node of cluster.nodes)
      for (const page of pages) expect((await fetch(node.url + page)).status).toBe(200)
    const load = startLoad(cluster.nginx.url, token, pages, 2)
    await load.untilWritten(10)
    await postgres.halt()
    await expect.poll(() => load.failures.writes.length, 'writes are refused').toBeGreaterThan(0)
    await postgres.resume()
    await load.untilWritten(10)
    await load.end()
    expect(load.failures.reads, 'readers of cached pages').toEqual([])
    for (const failure of load.failures.writes) expect(failure).toMatch(/: 50[34] /)
    await expectAllThere(cluster, load.acknowledged)
  })
})
