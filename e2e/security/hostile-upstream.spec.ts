import { expect, test } from '../support/fixtures.ts'
import { hostileResponses, mark, stalls, type HostileResponse } from '../support/hostile-responses.ts'
import { startHostileServer, type HostileServer } from '../support/hostile-server.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

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
  /** Any response body is accepted. */
  open?: boolean
}

/** Every call that is forwarded to the upstream. */
const calls: ProxiedCall[] = [
  { method: 'GET', path: '/api/blogs' },
  { method: 'GET', path: '/api/blogs?status=all', headers: bearer },
  { method: 'GET', path: '/api/blogs/far-post' },
  { method: 'GET', path: '/api/blogs/far-post/related' },
  { method: 'GET', path: '/api/changes?since=0' },
  { method: 'GET', path: '/api/tags' },
  { method: 'GET', path: '/api/authors' },
  { method: 'GET', path: '/api/authors/far-author' },
  { method: 'GET', path: '/api/auth/profile', headers: bearer },
  { method: 'PUT', path: '/api/auth/profile', headers: { ...bearer, ...json }, body: '{"bio":"x"}' },
  { method: 'GET', path: '/api/auth/sessions', headers: bearer },
  { method: 'DELETE', path: '/api/auth/sessions/far-session', headers: bearer, open: true },
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

/** The only headers that a response may have. */
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

const some = calls.filter(({ method, path }) =>
  /^(GET|PUT) \/api\/blogs\/far-post$/.test(`${method} ${path}`),
)

const callAll = (front: ServerProcess, more: Record<string, string> = {}, among = calls) =>
  Promise.all(
    among.map(async (call) => {
      const { method, path, headers, body } = call
      const response = await rawRequest(front.url, path, {
        ...{ method, headers: { ...headers, ...more } },
        ...(body !== undefined && { body }),
      })
      return { ...response, call }
    }),
  )

type CallResult = Awaited<ReturnType<typeof callAll>>[number]

function judge(what: string, { outcome }: HostileResponse, { call, status, headers, body }: CallResult) {
  const about = `${what}: ${call.method} ${call.path} ${status} ${body.slice(0, 120)}`
  expect(headers['content-type'], about).toBe('application/json')
  expect(
    Object.keys(headers).filter((name) => !ours.has(name)),
    about,
  ).toEqual([])
  expect(JSON.stringify(headers) + body, about).not.toContain(mark)
  expect(headers['cache-control'], about).toBe('no-store')
  const parsed = JSON.parse(body)
  const isValid = outcome === 'valid' || (outcome === 'error-or-open' && call.open)
  if (isValid && status < 300) return
  if (outcome === 'valid') expect(status, about).toBeLessThan(300)
  expect(status, about).toBeGreaterThanOrEqual(400)
  expect([500, 501, 505, 511], about).not.toContain(status)
  expect(parsed.error, about).toEqual(expect.any(String))
  expect(parsed.error.length, about).toBeLessThan(501)
}

test.describe('a malicious upstream', { tag: '@once' }, () => {
  // In one worker, because the tests share a site.
  test.describe.configure({ mode: 'default' })

  let upstream: HostileServer
  let front: ServerProcess

  test.beforeAll(async () => {
    upstream = await startHostileServer(Object.values(stalls))
    const env = { UPSTREAM_URL: upstream.url, LOG_LEVEL: 'silent' }
    front = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
  })
  test.afterAll(async () => {
    upstream.response = null
    await front.stop()
    await upstream.close()
  })

  test('never gets its errors or headers through, whatever it sends', async () => {
    // Thousands of calls, which take minutes on a busy machine.
    test.setTimeout(600_000)
    expect(Object.keys(hostileResponses).length).toBeGreaterThan(100)
    for (const { status, body, call } of await callAll(front))
      expect(status, `${call.method} ${call.path} ${body}`).toBeLessThan(300)
    for (const [what, response] of Object.entries(hostileResponses)) {
      upstream.response = response
      for (const result of await callAll(front, {}, response.heavy ? some : calls))
        judge(what, response, result)
    }
    upstream.response = null
    for (const { status, call } of await callAll(front)) expect(status, call.path).toBeLessThan(300)
  })

  test('times out, wherever it stalls', async () => {
    const stopping = Object.keys(stalls).map(async (where, index) => {
      // The request id selects the stall, so that all of them run in parallel.
      const results = await callAll(front, { 'x-request-id': `stall-${index}-${'x'.repeat(8)}` })
      for (const { call, status, body } of results.filter(({ call }) => namesItself(call)))
        expect(status, `${where}: ${call.method} ${call.path} ${body}`).toBe(504)
    })
    await Promise.all(stopping)
    expect((await rawRequest(front.url, '/api/health', {})).status).toBe(200)
  })
})

/** Views and newsletter requests are forwarded without a request id. */
const namesItself = ({ path }: ProxiedCall) => !/views|newsletter/.test(path)
