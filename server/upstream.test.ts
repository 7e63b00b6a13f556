import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { beginRequest } from '#testing/begin-request.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'

const entry = join(import.meta.dirname, 'upstream.ts')

async function lockDatabase(folder: string) {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const file = new SqliteFile(join(dataDir, 'halyard.db'))
  file.exec('pragma journal_mode = wal; begin immediate')
  return file
}

describe('the standalone upstream', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'serve-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  function start(variables: Record<string, string>) {
    const quiet = { DEMO_CONTENT: 'false', LOG_LEVEL: 'fatal', NODE_ENV: 'test' } as const
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { ...quiet, PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), ...variables }
    const child = spawn(process.execPath, [entry], { env })
    const output = { out: '', err: '' }
    child.stdout.on('data', (chunk) => (output.out += String(chunk)))
    child.stderr.on('data', (chunk) => (output.err += String(chunk)))
    const exited = once(child, 'close').then(([code]) => ({ code, ...output }))
    const listening = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    return { child, output, exited, listening: Promise.race([listening, exited]) }
  }

  it('prints its address and the first account, responds, and stops on a signal', async () => {
    const port = await freePort()
    const server = start({ UPSTREAM_PORT: String(port) })
    await server.listening
    const answer = await fetch(`http://localhost:${port}/api/blogs`)
    expect(await answer.json()).toMatchObject({ data: { blogs: [] }, total: 0, totalPages: 0 })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(server.output.out).toContain(`\n  http://localhost:${port}\n`)
    expect(server.output.out).toMatch(/e-mail {4}admin@example.com\n {2}password {2}[\w-]{20}\n/)
    const second = await start({ UPSTREAM_PORT: String(port) }).exited
    expect(second).toEqual({
      code: 1,
      out: '',
      err: `Port ${port} is in use: set UPSTREAM_PORT to a free one.\n`,
    })
    server.child.kill('SIGHUP')
    expect(await server.exited).toMatchObject({ code: 0, err: '' })
  })

  it('creates no account when its port is in use, so that a later start shows the password', async () => {
    const port = await freePort()
    const other = createServer().listen(port)
    await once(other, 'listening')
    expect(await start({ UPSTREAM_PORT: String(port) }).exited).toMatchObject({ code: 1 })
    other.close()
    await once(other, 'close')
    const server = start({ UPSTREAM_PORT: String(port) })
    await server.listening
    server.child.kill('SIGTERM')
    expect((await server.exited).out).toContain('password')
  })

  it('listens on the address of LISTEN_HOST only, and prints where the links lead that it makes', async () => {
    const port = await freePort()
    const variables = { LISTEN_HOST: '127.0.0.1', SITE_URL: 'https://site.example' }
    const server = start({ UPSTREAM_PORT: String(port), ...variables })
    await server.listening
    const statusOf = (address: string) =>
      fetch(`http://${address}:${port}/api/health`).then(({ status }) => status)
    expect(await statusOf('127.0.0.1')).toBe(200)
    expect(server.output.out).toContain(`\n  http://127.0.0.1:${port}\n`)
    expect(server.output.out).toContain(
      '\n  Links in e-mails, invitations and previews lead to https://site.example (SITE_URL).\n',
    )
    for (const other of ['127.0.0.2', '[::1]']) await expect(statusOf(other)).rejects.toThrow('fetch failed')
    server.child.kill('SIGTERM')
    expect(await server.exited).toMatchObject({ code: 0, err: '' })
  })

  it('is alive but not ready while it waits for the database', async () => {
    const port = await freePort()
    const file = await lockDatabase(folder)
    const server = start({ UPSTREAM_PORT: String(port) })
    const url = `http://localhost:${port}/api`
    const statusOf = (path: string) => fetch(`${url}${path}`).then(({ status }) => status)
    await eventually('a response', async () => (await statusOf('/health').catch(() => 0)) === 200)
    expect(await statusOf('/ready')).toBe(503)
    const list = statusOf('/blogs')
    file.exec('commit')
    file.close()
    expect(await list).toBe(200)
    expect(await statusOf('/ready')).toBe(200)
    server.child.kill('SIGTERM')
    await server.exited
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('stops on %s while it waits for the database', async (signal) => {
    const port = await freePort()
    const file = await lockDatabase(folder)
    const server = start({ UPSTREAM_PORT: String(port) })
    const url = `http://localhost:${port}/api/ready`
    await eventually('a response', () =>
      fetch(url).then(
        ({ status }) => status === 503,
        () => false,
      ),
    )
    server.child.kill(signal)
    expect(await server.exited).toEqual({ code: 0, out: '', err: '' })
    file.close()
  })

  it('limits by the socket address instead of forged headers, ignores the reset of a connection that requests an upgrade, and closes unused connections when it stops', async () => {
    const port = await freePort()
    const server = start({ UPSTREAM_PORT: String(port), LOG_LEVEL: 'error' })
    await server.listening
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200)
    // So that it reads the request after the reset.
    server.child.kill('SIGSTOP')
    const socket = connect(port, 'localhost')
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    socket.write(request, () => socket.resetAndDestroy())
    await once(socket, 'close')
    server.child.kill('SIGCONT')
    const statuses: number[] = []
    for (let sent = 0; sent < 6; sent += 1) {
      const answer = await fetch(`http://localhost:${port}/api/newsletter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client-address': `10.0.0.${sent}` },
        body: JSON.stringify({ email: 'reader@example.com' }),
      })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const unused = connect(port, 'localhost')
    await once(unused, 'connect')
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200)
    const startedAt = performance.now()
    server.child.kill('SIGINT')
    await once(unused, 'close')
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    expect(await server.exited).toMatchObject({ code: 0, err: '' })
  })

  it('turns not ready on a signal, and responds until it stops', async () => {
    const port = await freePort()
    const server = start({ UPSTREAM_PORT: String(port) })
    await server.listening
    const url = `http://localhost:${port}`
    const ready = async () => (await fetch(`${url}/api/ready`)).status
    // The server accepts connections for only a few more seconds, but completes requests that have begun.
    const begun = await Promise.all(['/api/ready', '/api/blogs'].map((path) => beginRequest(url, path)))
    // A response on another connection shows that the beginnings have been read.
    expect(await ready()).toBe(200)
    server.child.kill('SIGTERM')
    await eventually('the end', async () => (await ready().catch(() => 0)) === 0)
    const responses = await Promise.all(begun.map((complete) => complete()))
    expect(responses).toEqual([
      expect.stringMatching(/^HTTP\/1.1 503 .*"status":"stopping"/s),
      expect.stringMatching(/^HTTP\/1.1 200 /),
    ])
    for (const response of responses) expect(response).toMatch(/^connection: close\r$/im)
    expect(await server.exited).toMatchObject({ code: 0, err: '' })
  })

  it('logs an uncaught error and continues', async () => {
    const port = await freePort()
    const fail = `process.on('SIGUSR2', () => {
      void Promise.reject(new Error('a rejection'))
      throw new Error('an exception')
    })`
    const server = start({
      UPSTREAM_PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
    })
    await server.listening
    server.child.kill('SIGUSR2')
    await eventually('both errors', async () => server.output.err.trim().split('\n').length === 2)
    expect((await fetch(`http://localhost:${port}/api/blogs`)).status).toBe(200)
    server.child.kill('SIGTERM')
    const { code, err } = await server.exited
    expect(code).toBe(0)
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          msg: 'uncaught exception',
          err: expect.objectContaining({ message: 'an exception' }),
        }),
        expect.objectContaining({
          msg: 'unhandled rejection',
          err: expect.objectContaining({ message: 'a rejection' }),
        }),
      ]),
    )
  })

  it('stops with code 0 while the trace collector is unreachable', async () => {
    const [port, nobody] = [await freePort(), await freePort()]
    const server = start({
      UPSTREAM_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${nobody}`,
      LOG_LEVEL: 'warn',
    })
    await server.listening
    expect((await fetch(`http://localhost:${port}/api/blogs`)).status).toBe(200)
    server.child.kill('SIGTERM')
    const { code, err } = await server.exited
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(err).toContain('The last traces could not be exported')
  })

  it('explains in one line why it cannot start', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const startAlone = async (variables: Record<string, string>) =>
      start({ UPSTREAM_PORT: String(await freePort()), ...variables }).exited
    // Refuses TLS and ends the connection.
    const port = await freePort()
    const other = createServer((socket) => socket.end('N')).listen(port)
    await once(other, 'listening')
    const blocked = join(folder, 'blocked')
    await mkdir(join(blocked, 'halyard.db'), { recursive: true })
    const damaged = join(folder, 'damaged')
    await mkdir(damaged)
    await writeFile(join(damaged, 'halyard.db'), 'not a database')
    // Writes beyond the limit fail like those on a full disk.
    const limit = `import { execFileSync } from 'node:child_process'
      execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=1024:'])`
    const faults = await Promise.all([
      startAlone({ UPSTREAM_PORT: 'nine' }),
      startAlone({ DATA_DIR: join(file, 'data') }),
      startAlone({ DATA_DIR: join(file, 'data'), DATABASE_URL: 'postgres://localhost:9/none' }),
      startAlone({ DATABASE_URL: 'postgres://localhost:9/none' }),
      startAlone({ DATABASE_URL: `postgres:///none?host=${folder}` }),
      startAlone({ DATABASE_URL: `postgres://localhost:${port}/none` }),
      startAlone({ DATABASE_URL: `postgres://localhost:${port}/none?sslmode=verify-full` }),
      startAlone({ DATABASE_URL: `postgres://localhost:${port}/none?sslmode=require` }),
      startAlone({ DATABASE_URL: `postgres://u:%e4x@localhost:${port}/none` }),
      startAlone({
        DATABASE_URL: `postgres://localhost:${port}/none?sslrootcert=${encodeURIComponent(folder)}%2Fnone.pem`,
      }),
      startAlone({
        DATABASE_URL: 'postgres://localhost/none',
        DATABASE_DIRECT_URL: 'postgres://localhost:9',
      }),
      startAlone({ DATA_DIR: blocked }),
      startAlone({ DATA_DIR: damaged }),
      startAlone({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(limit)}` }),
      startAlone({ LISTEN_HOST: '192.0.2.1' }),
      startAlone({ LISTEN_HOST: 'none.invalid', DATABASE_URL: 'postgres://localhost:9/none' }),
    ])
    other.close()
    for (const { code, err } of faults) {
      expect(code).toBe(1)
      expect(
        err
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith(' ') && line.includes(' ')),
      ).toHaveLength(1)
    }
    expect(faults.map((fault) => fault.err)).toEqual([
      expect.stringContaining('UPSTREAM_PORT must be a port number'),
      expect.stringContaining('cannot be written'),
      expect.stringContaining('cannot be written'),
      ...Array.from({ length: 7 }, () => expect.stringContaining('DATABASE_URL cannot be used')),
      expect.stringContaining('DATABASE_URL or DATABASE_DIRECT_URL cannot be used'),
      expect.stringContaining('Check the owner and permissions of the folder and its files'),
      expect.stringContaining(
        'file is not a database. Stop the site, move halyard.db, halyard.db-wal and halyard.db-shm away, then restore a backup.',
      ),
      expect.stringContaining('disk I/O error. The disk may be full.'),
      expect.stringContaining('LISTEN_HOST (192.0.2.1) is not an address of this machine'),
      expect.stringContaining('LISTEN_HOST (none.invalid) is not an address of this machine'),
    ])
  })
})
