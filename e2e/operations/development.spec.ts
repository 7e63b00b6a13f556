import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { startServer } from '../support/server-process.ts'

/** Longer than a server in production waits for a response. */
const PAUSE_MS = 65_000

const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

test(
  'a development server does not limit the time of a first compilation',
  { tag: ['@once', '@long'] },
  async () => {
    const server = await startServer({
      entry: 'server/start.ts',
      portVariable: 'PORT',
      env: { NODE_ENV: 'development' },
      waitFor: '/api/health',
    })
    const before = await openFiles(server.pid)
    const home = fetch(server.url)
    await expect.poll(() => openFiles(server.pid)).toBeGreaterThan(before)
    server.signal('SIGSTOP')
    await wait(PAUSE_MS)
    server.signal('SIGCONT')
    expect((await home).status).toBe(200)
    expect(await (await home).text()).toContain('</html>')
    await server.stop()
  },
)
