import { test as base } from './fixtures.ts'
import { startFaultyUpstream, type FaultyUpstream } from './faulty-upstream.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  /** The upstream of this one test. */
  foreign: FaultyUpstream
  /** The site in front of it. */
  front: ServerProcess
}

/** Tests that break their upstream bring one along, and a site of their own. */
export const test = base.extend<Fixtures>({
  foreign: async ({ baseURL: _ }, provide) => {
    const foreign = await startFaultyUpstream()
    await provide(foreign)
    await foreign.close()
  },
  front: [
    async ({ foreign }, provide) => {
      const front = await startServer({
        entry: 'server.ts',
        portVariable: 'PORT',
        env: { UPSTREAM_URL: foreign.url, LOG_LEVEL: 'silent' },
        nodeOptions: ['--import', './e2e/late-clock.mjs'],
      })
      await provide(front)
      foreign.fail(null)
      await front.stop()
    },
    { timeout: 120_000 },
  ],
})
