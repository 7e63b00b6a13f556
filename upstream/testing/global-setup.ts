import { startPostgres, type TestServer } from '#testing/postgres-server.ts'

declare global {
  var testPostgres: TestServer | undefined
}

export default async function setUp(): Promise<void> {
  globalThis.testPostgres = await startPostgres()
  // Test files run in separate processes, which inherit the environment.
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url
}
