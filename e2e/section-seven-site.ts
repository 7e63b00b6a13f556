import { test as base } from './fixtures.ts'
import { startSectionSeven, type SectionSeven } from './section-seven.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  plain: SectionSeven
  /** The site before it. */
  front: ServerProcess
}

/** Tests against an upstream of their own that knows section 7 alone. */
export const test = base.extend<Fixtures>({
  plain: async ({ baseURL: _ }, provide) => {
    const plain = await startSectionSeven()
    await provide(plain)
    await plain.close()
  },
  front: [
    async ({ plain }, provide) => {
      const front = await startServer({
        entry: 'server.ts',
        portVariable: 'PORT',
        env: { UPSTREAM_URL: plain.url, LOG_LEVEL: 'silent' },
        waitFor: '/api/health',
      })
      await provide(front)
      await front.stop()
    },
    { timeout: 120_000 },
  ],
})
