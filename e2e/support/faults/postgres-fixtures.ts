import { test as base } from '@playwright/test'
import { startPostgres, type TestServer } from '#testing/postgres-server.ts'

export interface FaultOptions {
  /** The seed of random choices; FAULT_SEED repeats a failed run. */
  seed: number
}

interface WorkerFixtures extends FaultOptions {
  postgres: TestServer
}

export const test = base.extend<object, WorkerFixtures>({
  seed: [Math.floor(Math.random() * 2 ** 32), { scope: 'worker', option: true }],

  postgres: [
    async ({ browserName: _ }, provide) => {
      const server = await startPostgres()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
