import { expect, test } from './fixtures.ts'
import { hostileAnswers, mark, stalls, type HostileAnswer } from './hostile-answers.ts'
import { startHostileServer, type HostileServer } from './hostile-server.ts'
import { rawRequest } from './raw-request.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const bearer = { authorization: 'Bearer far-token' }
const json = { 'content-type': 'application/json' }
const message = {
  ...{ name: 'Ada', email: 'ada@example.com', subject: 'A ferry' },
  message: 'We need a booking system.',
}
const draft = JSON.stringify({ title: 'A', content: 'b' })

interface ProxiedCall {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The specification leaves open what is answered. */
  open?: boolean
}

/** Every call that is passed on. */
const calls: ProxiedCall[] = [
  { method: 'GET', path: '/api/blogs' },
  { method: 'GET', path: '/api/blogs?as=staff', headers: bearer },
  { method: 'GET', path: '/api/blogs/far-post' },
  { method: 'GET', path: '/api/tags' },
  { method: 'GET', path: '/api/authors' },
  { method: 'GET', path: '/api/auth/profile', headers: bearer },
  {
    method: 'POST',
    path: '/api/auth/login',
    headers: json,
    body: '{"email":"a@example.com","password":"abcdef"}',
  },
  { method: 'POST', path: '/api/auth/logout', headers: bearer, open: true },
  { method: 'POST', path: '/api/blogs', headers: { ...bearer, ...json }, body: draft },
  { method: 'PUT', path: '/api/blogs/far-post', headers: { ...bearer, ...json }, body: draft },
  { method: 'DELETE', path: '/api/blogs/far-post', headers: bearer, open: true },
  { method: 'POST', path: '/api/preview', headers: { ...bearer, ...json }, body: '{"content":"x"}' },
  { method: 'POST', path: '/api/contact', headers: json, body: JSON.stringify(message), open: true },
  { method: 'POST', path: '/api/newsletter', headers: json, body: '{"email":"a@example.com"}', open: true },
  {
    method: 'POST',
    path: '/api/blogs/far-post/views',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
  },
]

/** The headers that an answer of a call may have, and no other. */
const ours = new Set([
  ...[
    'content-type',
    'cache-control',
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
  ],
  ...['permissions-policy', 'cross-origin-opener-policy', 'vary', 'date', 'connection', 'keep-alive'],
  'x-request-id',
  ...['transfer-encoding', 'content-length', 'etag', 'retry-after', 'www-authenticate', 'content-encoding'],
])

const some = calls.filter(({ method, path }) => /^(GET|PUT) \/api\/(tags|blogs\/)/.test(`${method} ${path}`))

const answersTo = (front: ServerProcess, more: Record<string, string> = {}, among = calls) =>
  Promise.all(
    among.map(async (call) => {
      const { method, path, headers, body } = call
      const started = Date.now()
      const answer = await rawRequest(front.url, path, {
        ...{ method, headers: { ...headers, ...more } },
        ...(body !== undefined && { body }),
      })
      return { ...answer, call, seconds: (Date.now() - started) / 1000 }
    }),
  )

type Answered = Awaited<ReturnType<typeof answersTo>>[number]

function judge(what: string, { outcome }: HostileAnswer, { call, status, headers, body }: Answered) {
  const about = `${what}: ${call.method} ${call.path} ${status} ${body.slice(0, 120)}`
  expect(headers['content-type'], about).toBe('application/json')
  expect(
    Object.keys(headers).filter((name) => !ours.has(name)),
    about,
  ).toEqual([])
  expect(JSON.stringify(headers) + body, about).not.toContain(mark)
  expect(headers['cache-control'], about).toBe('no-store')
  const said = JSON.parse(body)
  const answered = outcome === 'right' || (outcome === 'fault-or-open' && call.open)
  if (answered && status < 300) return
  if (outcome === 'right') expect(status, about).toBeLessThan(300)
  expect(status, about).toBeGreaterThanOrEqual(400)
  expect([500, 501, 505, 511], about).not.toContain(status)
  expect(said.error, about).toEqual(expect.any(String))
  expect(said.error.length, about).toBeLessThan(501)
}

test.describe('an upstream that means harm', { tag: '@once' }, () => {
  let upstream: HostileServer
  let front: ServerProcess

  test.beforeAll(async () => {
    upstream = await startHostileServer(Object.values(stalls))
    const env = { UPSTREAM_URL: upstream.url, LOG_LEVEL: 'silent' }
    front = await startServer({ entry: 'server.ts', portVariable: 'PORT', env })
  })
  test.afterAll(async () => {
    upstream.answer = null
    await front.stop()
    await upstream.close()
  })

  test('is answered for in our own words, whatever it sends', async () => {
    test.setTimeout(180_000)
    expect(Object.keys(hostileAnswers).length).toBeGreaterThan(100)
    for (const { status, body, call } of await answersTo(front))
      expect(status, `${call.method} ${call.path} ${body}`).toBeLessThan(300)
    for (const [what, answer] of Object.entries(hostileAnswers)) {
      upstream.answer = answer
      for (const answered of await answersTo(front, {}, answer.heavy ? some : calls)) {
        judge(what, answer, answered)
        expect(answered.seconds, `${what}: ${answered.call.path}`).toBeLessThan(9)
      }
    }
    upstream.answer = null
    for (const { status, call } of await answersTo(front)) expect(status, call.path).toBeLessThan(300)
  })

  test('is waited for no longer than eight seconds, wherever it stops', async () => {
    const stopping = Object.keys(stalls).map(async (where, index) => {
      // Told by the id of the request, so that all of them stop side by side.
      const answers = await answersTo(front, { 'x-request-id': `stall-${index}-${'x'.repeat(8)}` })
      for (const { call, status, seconds, body } of answers.filter(({ call }) => namesItself(call))) {
        expect(status, `${where}: ${call.method} ${call.path} ${body}`).toBe(504)
        expect(seconds, `${where}: ${call.method} ${call.path}`).toBeLessThan(12)
      }
    })
    await Promise.all(stopping)
    expect((await rawRequest(front.url, '/api/health', {})).status).toBe(200)
  })
})

/** A view and an address for the newsletter are sent on without the id of their request. */
const namesItself = ({ path }: ProxiedCall) => !/views|newsletter/.test(path)
