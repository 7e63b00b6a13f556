import { test as base } from './fixtures.ts'
import { startFailingUpstream, type FailingUpstream } from './failing-upstream.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  foreign: FailingUpstream
  /** A site that uses this upstream. */
  front: ServerProcess
}

/** Tests with their own site and an upstream that fails on demand. */
export const test = base.extend<Fixtures>({
  foreign: async ({ baseURL: _ }, provide) => {
    const foreign = await startFailingUpstream()
    await provide(foreign)
    await foreign.close()
  },
  front: [
    async ({ foreign }, provide) => {
      const front = await startServer({
        entry: '.next/site/start.mjs',
        portVariable: 'PORT',
        env: { UPSTREAM_URL: foreign.url, LOG_LEVEL: 'error' },
        nodeOptions: ['--import', './e2e/support/clock-skew.mjs'],
      })
      await provide(front)
      foreign.fail(null)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  // Closes the pages first: an open one may call a server that has stopped.
  context: async ({ front: _, context }, provide) => provide(context),
})
