import { test as base } from '@playwright/test'
import { startPostgres, type TestServer } from '../../upstream/testing/postgres-server.ts'

export interface FaultOptions {
  /** Where chance begins; FAULT_SEED repeats the choices of a run that failed. */
  seed: number
}

interface WorkerFixtures extends FaultOptions {
  postgres: TestServer
}

/** A PostgreSQL server that the tests of one worker share; started by the first that asks for it. */
export const test = base.extend<object, WorkerFixtures>({
  seed: [Math.floor(Math.random() * 2 ** 32), { scope: 'worker', option: true }],

  postgres: [
    async ({ browserName: _ }, provide) => {
      const server = await startPostgres()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
