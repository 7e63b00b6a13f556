import { test as base } from '@playwright/test'
import { startPostgres, type TestServer } from '../../upstream/testing/postgres-server.ts'

/** A PostgreSQL server that the tests of one worker share; started by the first that asks for it. */
export const test = base.extend<object, { postgres: TestServer }>({
  postgres: [
    async ({ browserName: _ }, provide) => {
      const server = await startPostgres()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
