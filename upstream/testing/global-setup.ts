import { startPostgres, type TestServer } from './postgres-server.ts'

declare global {
  var testPostgres: TestServer | undefined
}

export default async function setUp(): Promise<void> {
  globalThis.testPostgres = await startPostgres()
  // Test files run in processes of their own; the environment is what reaches them.
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url
}
