import { test as base } from './fixtures.ts'
import { startFailingUpstream, type FailingUpstream } from './failing-upstream.ts'
import { startFront, type Front } from './front.ts'

interface Fixtures {
  foreign: FailingUpstream
  front: Front
}

export const test = base.extend<Fixtures>({
  foreign: async ({ baseURL: _ }, provide) => {
    const foreign = await startFailingUpstream()
    await provide(foreign)
    await foreign.close()
  },
  front: [
    async ({ foreign }, provide) => {
      const front = await startFront({
        env: { UPSTREAM_URL: foreign.url },
        nodeOptions: ['--import', './e2e/support/clock-skew.mjs'],
      })
      await provide(front)
      foreign.fail(null)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  fronts: async ({ front }, provide) => provide([front]),
})
