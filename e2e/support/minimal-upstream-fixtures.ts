import { test as base } from './fixtures.ts'
import { startMinimalUpstream, type MinimalUpstream } from './minimal-upstream.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  plain: MinimalUpstream
  /** A site that uses this upstream. */
  front: ServerProcess
}

/** Tests with their own upstream that has only the required calls. */
export const test = base.extend<Fixtures>({
  plain: async ({ baseURL: _ }, provide) => {
    const plain = await startMinimalUpstream()
    await provide(plain)
    await plain.close()
  },
  front: [
    async ({ plain }, provide) => {
      const front = await startServer({
        entry: '.next/site/start.mjs',
        portVariable: 'PORT',
        env: { UPSTREAM_URL: plain.url, LOG_LEVEL: 'silent' },
        waitFor: '/api/health',
      })
      await provide(front)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  // Closes the pages first: an open one may call a server that has stopped.
  context: async ({ front: _, context }, provide) => provide(context),
})
