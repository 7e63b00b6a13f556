import { test as base } from './fixtures.ts'
import { startPlainUpstream, type PlainUpstream } from './plain-upstream.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  plain: PlainUpstream
  /** The site in front of it. */
  front: ServerProcess
}

/** Tests of the staff area before an upstream that knows section 7 alone. */
export const test = base.extend<Fixtures>({
  plain: async ({ baseURL: _ }, provide) => {
    const plain = await startPlainUpstream()
    await provide(plain)
    await plain.close()
  },
  front: [
    async ({ plain }, provide) => {
      const env = { UPSTREAM_URL: plain.url }
      const front = await startServer({ entry: 'server.ts', portVariable: 'PORT', env })
      await provide(front)
      await front.stop()
    },
    { timeout: 120_000 },
  ],
})
