import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#testing/free-port.ts'
import { type Nginx, startNginx } from '#testing/nginx.ts'
import { accountEnv } from '../support/account.ts'
import { test as base } from '../support/faults/postgres-fixtures.ts'
import { unique } from '../support/fixtures.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

interface Cluster {
  nodes: [ServerProcess, ServerProcess]
  nginx: Nginx
  database: string
  restart(node: 0 | 1): Promise<void>
}

/** Two nodes with one PostgreSQL database, behind nginx. */
const test = base.extend<{ cluster: Cluster }>({
  cluster: [
    async ({ postgres }, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-cluster-'))
      const database = await postgres.emptyDatabase()
      const ports = [await freePort(), await freePort()] as const
      const start = (port: number) =>
        startServer({
          entry: 'server/start.ts',
          portVariable: 'PORT',
          port,
          dataDir,
          env: { ...accountEnv, DATABASE_URL: database, DEMO_CONTENT: 'false', LOG_LEVEL: 'fatal' },
        })
      const nodes = await Promise.all([start(ports[0]), start(ports[1])])
      const nginx = await startNginx([...ports])
      const restart = async (node: 0 | 1) => {
        await nodes[node].exited
        nodes[node] = await start(ports[node])
      }
      await provide({ nodes, nginx, database, restart })
      await nginx.stop()
      for (const node of nodes) await node.stop()
      await rm(dataDir, { recursive: true })
    },
    { timeout: 600_000 },
  ],
})

const statusOf = async (url: string) => (await fetch(url)).status
const bodyOf = async (url: string) => (await fetch(url)).text()

/** Reads and writes through nginx until it is ended; a write that is not acknowledged ends it. */
function startLoad(url: string, token: string) {
  const staff = new Staff(url, token)
  const failures: string[] = []
  const acknowledged: string[] = []
  let isEnding = false
  const repeat = async (work: () => Promise<void>) => {
    while (!isEnding) await work().catch((error: unknown) => failures.push(String(error)))
  }
  const read = (address: string) =>
    repeat(async () => {
      const status = await statusOf(url + address)
      if (status !== 200) failures.push(`${status} ${address}`)
    })
  const write = repeat(async () => {
    acknowledged.push((await staff.create({ title: unique('Written to a cluster') })).id)
  })
  const work = Promise.all([read('/'), read('/blog'), read('/api/blogs'), read('/blog?search=rope'), write])
  return {
    acknowledged,
    failures,
    end: async () => {
      isEnding = true
      await work
    },
  }
}

test.describe('two nodes with one database', { tag: ['@once', '@cluster'] }, () => {
  // One after the other, because each has three servers under load.
  test.describe.configure({ mode: 'default' })

  test('show what the other one changed, also when notifications are lost', async ({ cluster }) => {
    const [a, b] = cluster.nodes
    const staff = new Staff(a.url, await Staff.signIn(a.url))
    const pages = ['/blog', '/feed.xml', '/api/blogs']
    const untilShown = async (text: string, path: string) => {
      const began = performance.now()
      await expect.poll(() => bodyOf(b.url + path), { intervals: [20] }).toContain(text)
      return performance.now() - began
    }
    const seconds: number[] = []
    for (let number = 0; number < 10; number += 1) {
      const { title, slug } = await staff.create({ title: unique('On the other node') })
      for (const path of pages) seconds.push((await untilShown(title, path)) / 1000)
      seconds.push((await untilShown(title, `/blog/${slug}`)) / 1000)
    }
    const sorted = seconds.toSorted((a, b) => a - b)
    const [median = NaN, longest = NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    // Without a limit, because a busy machine is slow. A page whose change is missed stays old for an hour.
    process.stdout.write(
      `From one node to the other: median ${median.toFixed(2)} s, longest ${longest.toFixed(2)} s\n`,
    )

    const client = new pg.Client(cluster.database)
    await client.connect()
    const ended = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'halyard-changes' and datname = current_database()`,
    )
    await client.end()
    expect(ended.rowCount).toBeGreaterThanOrEqual(2)
    const { title } = await staff.create({ title: unique('Without a notification') })
    await untilShown(title, '/blog')
    await staff.deleteOwn()
  })

  test('are restarted one after the other, and one is killed, without a failed request', async ({
    cluster,
  }) => {
    const token = await Staff.signIn(cluster.nginx.url)
    const load = startLoad(cluster.nginx.url, token)
    const written = async (count: number) => {
      const goal = load.acknowledged.length + count
      await expect.poll(() => load.acknowledged.length + load.failures.length).toBeGreaterThanOrEqual(goal)
    }
    await written(5)
    for (const node of [0, 1] as const) {
      cluster.nodes[node].signal('SIGTERM')
      await cluster.restart(node)
      await written(5)
    }
    expect(load.failures, 'a rolling restart').toEqual([])

    await cluster.nodes[0].kill()
    await written(5)
    await cluster.restart(0)
    await load.end()
    const readers = load.failures.filter((failure) => !failure.startsWith('Error: POST'))
    expect(readers, 'readers when a node was killed').toEqual([])
    for (const id of load.acknowledged)
      expect(await statusOf(`${cluster.nodes[0].url}/api/blogs/${id}`), id).toBe(200)
  })
})
