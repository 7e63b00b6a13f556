import { jitServer, startPostgres, type TestServer } from '#testing/postgres-server.ts'
import { prepareDatabases } from './prepared.ts'

declare global {
  var testPostgres: TestServer | undefined
  var removePrepared: (() => Promise<void>) | undefined
}

export default async function setUp(): Promise<void> {
  if (!jitServer)
    process.stderr.write(
      'PostgreSQL with JIT is not installed: plans are checked without it (Debian: apt-get install postgresql)\n',
    )
  globalThis.testPostgres = await startPostgres()
  // Test files run in separate processes, which inherit the environment.
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url
  globalThis.removePrepared = await prepareDatabases(globalThis.testPostgres.url)
}
