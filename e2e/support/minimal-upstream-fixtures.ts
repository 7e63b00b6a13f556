import { test as base } from './fixtures.ts'
import type { MinimalSite } from './minimal-upstream.ts'

export const test = base.extend<Pick<MinimalSite, 'plain' | 'front'>>({
  plain: async ({ minimalSite: { plain } }, provide) => {
    plain.reset()
    await provide(plain)
  },
  front: async ({ minimalSite, plain: _ }, provide) => provide(minimalSite.front),
  fronts: async ({ front }, provide) => provide([front]),
})
