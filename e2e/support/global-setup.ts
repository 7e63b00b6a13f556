import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasNginx } from '#testing/nginx.ts'
import { hasPgBouncer } from '#testing/pgbouncer.ts'
import { accountEnv } from './session.ts'
import { startServer } from './server-process.ts'

/** Creates a folder with the account and the sample posts; test servers start from copies of it. */
export default async function seed() {
  if (!hasNginx)
    process.stderr.write(
      'nginx is not installed: its tests are left out (Debian: apt-get install nginx-light)\n',
    )
  if (!hasPgBouncer)
    process.stderr.write(
      'PgBouncer is not installed: its tests are left out (Debian: apt-get install pgbouncer)\n',
    )
  const seeded = await mkdtemp(path.join(tmpdir(), 'halyard-seeded-'))
  const upstream = await startServer({
    entry: 'server/upstream.ts',
    portVariable: 'UPSTREAM_PORT',
    env: accountEnv,
    dataDir: seeded,
  })
  await upstream.stop()
  process.env['E2E_SEEDED'] = seeded
  return () => rm(seeded, { recursive: true, force: true })
}
