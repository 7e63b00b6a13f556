import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { unprivileged } from './postgres-server.ts'

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((place) =>
  existsSync(place),
)

export const hasPgBouncer = binary !== undefined

export async function startPgBouncer(database: string, connections: number) {
  if (!binary) throw new Error('PgBouncer is not installed.')
  const folder = await mkdtemp(path.join(tmpdir(), 'halyard-pgbouncer-'))
  const { searchParams, pathname } = new URL(database)
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: connections,
    logfile: path.join(folder, 'log'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const target = `host=${searchParams.get('host')} user=postgres`
  await writeFile(file, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('')}`)
  await chmod(folder, 0o755)
  if (unprivileged.uid !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid)
  const child = spawn(binary, ['-q', file], { ...unprivileged, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`
  await eventually('PgBouncer', async () => {
    if (child.exitCode !== null) throw new Error('PgBouncer ended.')
    const client = new pg.Client(url)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return {
    url,
    stop: async () => {
      process.off('exit', end)
      end()
      await exited
      await rm(folder, { recursive: true })
    },
  }
}
