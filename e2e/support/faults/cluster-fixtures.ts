import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { type Nginx, startNginx } from '#testing/nginx.ts'
import { accountEnv, METRICS_TOKEN } from '../session.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { test as base } from './postgres-fixtures.ts'

export interface ClusterOptions {
  /** Whether times are judged, which a busy machine would exceed: in `npm run test:cluster` only. */
  measures: boolean
}

export interface Cluster {
  nodes: [ServerProcess, ServerProcess]
  nginx: Nginx
  restart(node: 0 | 1): Promise<void>
}

interface Fixtures extends ClusterOptions {
  database: string
  env: Record<string, string>
  cluster: Cluster
}

/** Resolves when the node has read the changes that were committed before. */
export async function untilChangesAreRead({ url }: ServerProcess) {
  const changesReadAt = async () => {
    const asked = Date.now()
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${url}/api/metrics`, { headers })).text()
    return asked - Number(/changes_read_age_seconds ([\d.]+)/.exec(text)?.[1]) * 1000
  }
  // The first read that ends from now on may have begun before.
  for (let reads = 0; reads < 2; reads += 1) {
    const since = Date.now()
    await expect.poll(changesReadAt, { intervals: [20] }).toBeGreaterThan(since)
  }
}

export const test = base.extend<Fixtures>({
  measures: [false, { option: true }],
  database: async ({ postgres }, provide) => provide(await postgres.emptyDatabase()),
  env: async ({ browserName: _ }, provide) => provide({}),
  cluster: [
    async ({ database, env, measures }, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-cluster-'))
      const ports = [await freePort(), await freePort()] as const
      const common = {
        DATABASE_URL: database,
        DEMO_CONTENT: 'false',
        LOG_LEVEL: 'fatal',
        METRICS_TOKEN,
        WARM_UP: String(measures),
      }
      const start = (node: 0 | 1) =>
        startServer({
          entry: '.next/site/start.mjs',
          portVariable: 'PORT',
          port: ports[node],
          dataDir,
          env: { ...accountEnv, ...common, ...(node === 1 && env) },
        })
      const nodes: Cluster['nodes'] = await Promise.all([start(0), start(1)])
      const nginx = await startNginx([...ports])
      const restart = async (node: 0 | 1) => {
        await nodes[node].exited
        nodes[node] = await start(node)
      }
      await provide({ nodes, nginx, restart })
      await nginx.stop()
      for (const node of nodes) await node.stop()
      await rm(dataDir, { recursive: true })
    },
    { timeout: 600_000 },
  ],
})
