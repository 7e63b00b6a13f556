import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import { beginRequest } from '#testing/begin-request.ts'
import { accountEnv } from '../support/session.ts'
import { unique } from '../support/fixtures.ts'
import { requestUpgrade, statusesOf } from '../support/raw-socket.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { sqliteRows } from '../support/faults/rows.ts'
import { expectConsistent } from '../support/faults/integrity.ts'

interface Sending {
  method?: string
  path: string
  token?: string
  body?: string
  /** Delay before the second half of the body is sent. */
  holdMs?: number
  onBegun?: () => void
}

interface Outcome {
  started: number
  ended: number
  /** 0 when the connection closed without a response. */
  status: number
  complete: boolean
  connection: string | undefined
  text: string
  error: string
}

function send(origin: string, agent: Agent, sending: Sending) {
  const { method = 'GET', path, token, body = '', holdMs = 0, onBegun = () => {} } = sending
  const outcome: Outcome = {
    started: Date.now(),
    ended: 0,
    status: 0,
    complete: false,
    connection: '',
    text: '',
    error: '',
  }
  return new Promise<Outcome>((resolve) => {
    const headers = {
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const finish = (more: Partial<Outcome>) => resolve({ ...outcome, ...more, ended: Date.now() })
    const failed = (error: NodeJS.ErrnoException) => finish({ error: error.code ?? error.message })
    const outgoing = request(origin + path, { method, agent, headers }, (incoming) => {
      outcome.status = incoming.statusCode ?? 0
      outcome.connection = incoming.headers.connection
      incoming.setEncoding('utf8').on('data', (chunk: string) => (outcome.text += chunk))
      incoming.on('error', failed)
      incoming.on('close', () => finish({ complete: incoming.complete }))
    })
    outgoing.on('error', failed)
    outgoing.write(body.slice(0, 10), onBegun)
    setTimeout(() => outgoing.end(body.slice(10)), holdMs)
  })
}

const article = (title: string) => JSON.stringify({ title, content: 'Written under load.', published: true })
const paths = ['/', '/blog', '/about', '/api/blogs', '/blog?search=load', '/blog?page=2', '/feed.xml']

const kinds = {
  site: { entry: '.next/site/start.mjs', portVariable: 'PORT' },
  upstream: { entry: 'server/upstream.ts', portVariable: 'UPSTREAM_PORT' },
} as const

for (const [name, kind] of Object.entries(kinds))
  test(
    `SIGTERM under load: the ${name} completes open requests and exits`,
    {
      tag: '@once',
    },
    async () => {
      const server = await startServer({ ...kind, env: { ...accountEnv, WARM_UP: 'true' } })
      const token = await Staff.signIn(server.url)
      const outcomes: Outcome[] = []
      const acknowledged: string[] = []

      /** Reads and writes until the server refuses it, over one connection or a new one for each request. */
      async function client(number: number) {
        const agent = new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })
        const own: Outcome[] = []
        for (let turn = 0; own.at(-1)?.status !== 0; turn++) {
          const title = unique(`Client ${number}`)
          const path = name === 'site' ? (paths[(number + turn) % paths.length] ?? '/') : '/api/blogs'
          const sending: Sending =
            turn % 2 ? { path } : { method: 'POST', path: '/api/blogs', token, body: article(title) }
          const outcome = await send(server.url, agent, sending)
          for (const list of [outcomes, own]) list.push(outcome)
          if (outcome.status === 201) acknowledged.push(title)
        }
        agent.destroy()
        return own
      }
      const clients = Array.from({ length: 10 }, (_, number) => client(number))
      await expect.poll(() => outcomes.length).toBeGreaterThan(100)

      const slowTitle = unique('Held back')
      const slowBegun = Promise.withResolvers<void>()
      const slow = send(server.url, new Agent(), {
        method: 'POST',
        path: '/api/blogs',
        token,
        body: article(slowTitle),
        holdMs: 2_500,
        onBegun: slowBegun.resolve,
      })
      await slowBegun.promise
      const completeReady = await beginRequest(server.url, '/api/ready')
      // A response on another connection shows that the beginnings have been read.
      expect((await send(server.url, new Agent(), { path: '/api/ready' })).status).toBe(200)
      const stoppedAt = Date.now()
      server.signal('SIGTERM')
      const states: number[] = []
      let ready: Promise<string> | undefined
      while (!states.includes(0)) {
        const { status } = await send(server.url, new Agent(), { path: '/api/ready' })
        states.push(status)
        // A slow machine may have no time for a new connection between readiness 503 and the end.
        if (status !== 200) ready ??= completeReady()
      }
      expect(statusesOf((await ready) ?? ''), 'a readiness request that was open').toEqual([503])
      expect(new Set([...states, 200, 503, 0]).size, 'no other statuses').toBe(3)

      expect(await server.exited).toBe(0)
      const byClient = await Promise.all(clients)
      expect((await slow).status, 'a request that was half sent').toBe(201)
      const faulty = outcomes.filter(({ status, complete }) => status !== 0 && (status >= 400 || !complete))
      expect(faulty, 'responses that are wrong or broken off').toEqual([])
      const unanswered = outcomes.filter(({ status }) => status === 0)
      for (const { ended, error } of unanswered) {
        expect(ended - stoppedAt, `a request without a response: ${error}`).toBeGreaterThan(900)
        expect(error).toMatch(/ECONNREFUSED|ECONNRESET|EPIPE/)
      }
      for (const own of byClient.filter((_, number) => number % 2 === 0)) {
        expect(own.at(-2)?.connection, 'a connection that is kept is ended by a response').toBe('close')
        expect(own.at(-1)?.error).toBe('ECONNREFUSED')
      }

      const rows = sqliteRows(server.dataDir)
      const titles = new Set((await rows('select title from posts')).map((row) => JSON.stringify(row)))
      for (const title of [...acknowledged, slowTitle]) expect(titles).toContain(JSON.stringify({ title }))
      await expectConsistent(rows, 'sqlite', 'after SIGTERM')
      await server.stop()
      expect(server.log()).toBe('')
    },
  )

for (const [name, kind] of Object.entries(kinds))
  test(
    `SIGTERM does not make the ${name} wait for connections that requested an upgrade`,
    { tag: '@once' },
    async () => {
      const server = await startServer({ ...kind, env: accountEnv })
      const { socket, received } = await requestUpgrade(server.url)
      expect(statusesOf(received)).toEqual([400])
      const stoppedAt = Date.now()
      await server.stop()
      // After 9.5 seconds the process ends without closing its database.
      expect(Date.now() - stoppedAt).toBeLessThan(9_000)
      expect(server.log()).toBe('')
      socket.destroy()
    },
  )
