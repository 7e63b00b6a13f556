import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect as base, test } from '@playwright/test'
import { accountEnv } from '../support/session.ts'
import { unique } from '../support/fixtures.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const HEADERS_LIMIT_MS = 30_000
/** The server closes idle connections after a minute. */
const expect = base.configure({ timeout: 120_000 })

interface Held {
  /** Milliseconds from opening the connection until the server closed it. */
  cutAfter: Promise<number>
  socket: Socket
}

function open(port: number, work: (socket: Socket) => void): Held {
  const opened = Date.now()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.once('connect', () => work(socket))
  const cutAfter = new Promise<number>((resolve) => socket.once('close', () => resolve(Date.now() - opened)))
  return { cutAfter, socket }
}

const many = (count: number, make: () => Held) => Array.from({ length: count }, () => make)

/** Opens connections, and again those that the server closes, until it is told to stop. */
function keepOpen(makes: (() => Held)[]) {
  let stopped = false
  const held = makes.map((make) => make())
  const reopen = (make: () => Held, at: number) =>
    void held[at]?.cutAfter.then(() => {
      if (stopped) return
      held[at] = make()
      reopen(make, at)
    })
  makes.forEach(reopen)
  return { held, stop: () => (stopped = true) }
}

/** Checks the system's connection table for this connection. */
async function isOpenAtServer(port: number, { localPort = 0 }: Socket): Promise<boolean> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1')))
  const [own, other] = [port, localPort].map((each) => each.toString(16).toUpperCase().padStart(4, '0'))
  const ESTABLISHED = '01'
  return new RegExp(`:${own} \\w+:${other} ${ESTABLISHED} `).test(tables.join('\n'))
}

const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

test('slow clients and idle connections time out and do not delay others', { tag: '@once' }, async () => {
  test.setTimeout(600_000)
  const server = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env: accountEnv })
  const port = Number(new URL(server.url).port)
  const token = await Staff.signIn(server.url)
  const staff = new Staff(server.url, token)
  // The feed is larger than the socket buffers, so that the server must hold the rest.
  for (let number = 0; number < 10; number++)
    await staff.create({ title: unique('Long'), content: '&&&&&&&& '.repeat(20_000) })
  expect((await (await fetch(`${server.url}/feed.json`)).text()).length).toBeGreaterThan(6_000_000)
  const before = await openFiles(server.pid)

  const idle = () => open(port, (socket) => void socket.resume())
  const slowHeaders = () =>
    open(port, (socket) => {
      socket.resume()
      const text = `GET /about HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(1_000)}`
      let sent = 0
      const timer = setInterval(() => socket.write(text[sent++] ?? 'x'), 500)
      socket.once('close', () => clearInterval(timer))
    })
  const stalledBody = (head: string) => () =>
    open(port, (socket) => {
      socket.resume()
      socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"name": "A`)
    })
  const stalledReader = () =>
    open(port, (socket) => {
      socket.pause()
      socket.write('GET /feed.json HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })

  const contact = 'POST /api/contact HTTP/1.1\r\nContent-Type: application/json'
  const post = `POST /api/blogs HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}`
  const byHeaders = keepOpen([...many(500, idle), ...many(50, slowHeaders)])
  const byRequest = keepOpen([...many(50, stalledBody(contact)), ...many(20, stalledBody(post))])
  const stalled = keepOpen(many(2, stalledReader))
  await expect.poll(() => openFiles(server.pid)).toBeGreaterThan(before + 600)

  // A server that handles connections in order would never respond.
  for (let call = 0; call < 30; call++) {
    const responses = [fetch(`${server.url}/blog`), fetch(`${server.url}/api/blogs?search=long`)]
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200)
    await staff.create({ title: unique('Not held up') })
    await wait(20)
  }
  for (const { stop } of [byHeaders, byRequest, stalled]) stop()

  const cuts = async ({ held }: { held: Held[] }) => Promise.all(held.map(({ cutAfter }) => cutAfter))
  for (const ms of await cuts(byHeaders)) expect(ms).toBeGreaterThan(HEADERS_LIMIT_MS - 1_000)
  await cuts(byRequest)
  // A client that resumes receives only what the socket buffers held.
  for (const { socket } of stalled.held) {
    await expect.poll(() => isOpenAtServer(port, socket)).toBe(false)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
    await expect.poll(() => socket.closed).toBe(true)
    expect(bytes).toBeLessThan(6_000_000)
  }
  await expect.poll(() => openFiles(server.pid)).toBeLessThan(before + 10)
  for (const { held } of [byHeaders, byRequest, stalled]) for (const { socket } of held) socket.destroy()
  await server.stop()
  expect(server.log()).toBe('')
})
