import * as z from 'zod'
import { beginRequest } from '#testing/begin-request.ts'
import { account, accountEnv } from '../support/session.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { statusesOf } from '../support/raw-socket.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

interface Fixtures {
  api: ServerProcess
  front: ServerProcess
}

/** A site and its upstream, both with debug logs. */
const test = base.extend<Fixtures>({
  api: async ({ baseURL: _ }, provide) => {
    const env = { ...accountEnv, LOG_LEVEL: 'debug' }
    const api = await startServer({ entry: 'server/upstream.ts', portVariable: 'UPSTREAM_PORT', env })
    await provide(api)
    await api.stop()
  },
  front: [
    async ({ api }, provide) => {
      const env = { UPSTREAM_URL: api.url, LOG_LEVEL: 'debug' }
      const front = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
      await provide(front)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
})

const lineSchema = z.object({
  msg: z.string(),
  requestId: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
})

const linesOf = (server: ServerProcess) =>
  server
    .log()
    .split('\n')
    // The last piece may be an incomplete line.
    .slice(0, -1)
    .map((line) => lineSchema.parse(JSON.parse(line)))

/** Waits for the log lines of one request, which may be written after its response. */
async function completedWith(server: ServerProcess, requestId: string | null) {
  const find = () =>
    linesOf(server).filter((line) => line.requestId === requestId && line.msg === 'request completed')
  await expect.poll(find, `a line of ${requestId}`).not.toEqual([])
  return find()
}

test.describe('a request through a site and its upstream', { tag: '@once' }, () => {
  test('is logged by both with the same id and without visitor data', async ({ front, api }) => {
    const visitor = '198.18.77.61'
    const person = { name: 'Ada Lovelace-Brandt', email: 'ada.secret@example.com' }
    const message = { ...person, subject: 'A quiet subject', message: 'Only for your eyes, please.' }
    const send = (path: string, body: object, token?: string) =>
      fetch(front.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': visitor,
          cookie: 'theme=cookie-of-ada',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
    const login = await send('/api/auth/login?from=query-of-ada', account)
    const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(await login.json()).data
    const responses = {
      '/api/auth/login': login,
      '/api/contact': await send('/api/contact', message),
      '/api/newsletter': await send('/api/newsletter', person),
      '/api/auth/logout': await send('/api/auth/logout', {}, token),
      '/blog': await fetch(`${front.url}/blog?search=words-of-ada`),
    }
    for (const [path, response] of Object.entries(responses)) {
      const id = response.headers.get('x-request-id')
      expect(id, path).toMatch(/^[\w-]{36}$/)
      const method = path === '/blog' ? 'GET' : 'POST'
      const { status } = response
      expect(await completedWith(front, id), path).toEqual([
        { msg: 'request completed', requestId: id, method, path, status, ms: expect.any(Number) },
      ])
      const calls = await completedWith(api, id)
      expect(calls.length, path).toBeGreaterThan(0)
      if (path !== '/blog') expect(calls[0], path).toMatchObject({ method, path, status })
    }
    const secrets = [
      account.email,
      account.password,
      token,
      visitor,
      ...Object.values(message),
      'cookie-of-ada',
      'query-of-ada',
      'words-of-ada',
    ]
    for (const server of [front, api])
      for (const secret of secrets) expect(server.log(), secret).not.toContain(secret)
  })

  test('keeps a valid id from a proxy and replaces an invalid one', async ({ front, api }) => {
    const given = 'proxy-7f3a21c09b'
    const get = (id: string) => rawRequest(front.url, '/api/tags', { headers: { 'x-request-id': id } })
    expect((await get(given)).headers['x-request-id']).toBe(given)
    expect(await completedWith(api, given)).toHaveLength(1)
    for (const odd of ['short', 'with "quotes" inside', 'x'.repeat(65)])
      expect((await get(odd)).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  test('has an id for every outcome', async ({ front }) => {
    for (const [path, status] of [
      ['/%zz', 400],
      ['/blog/no-such-post', 404],
      ['/api/no-such-call', 404],
    ] as const) {
      const { headers, status: received } = await rawRequest(front.url, path)
      expect(received, path).toBe(status)
      expect(await completedWith(front, String(headers['x-request-id'])), path).toMatchObject([
        { path, status },
      ])
    }
  })
})

test.describe('a site that is shutting down', { tag: '@once' }, () => {
  test('is not ready but still serves requests, and exits with code 0', async ({ front, api }) => {
    const read = async (path: string) => {
      const response = await fetch(front.url + path)
      await response.arrayBuffer()
      return response.status
    }
    const paths = ['/api/ready', '/api/health', '/', '/api/blogs']
    for (const path of paths) expect(await read(path)).toBe(200)
    // The server accepts connections for only a few more seconds, but completes requests that have begun.
    const begun = await Promise.all(paths.map((path) => beginRequest(front.url, path)))
    // A response on another connection shows that the beginnings have been read.
    expect(await read('/api/health')).toBe(200)
    front.signal('SIGTERM')
    await expect.poll(() => read('/api/ready').catch(() => 'refused'), { intervals: [5] }).toBe('refused')
    const responses = await Promise.all(begun.map((complete) => complete()))
    expect(responses.map(statusesOf)).toEqual([[503], [200], [200], [200]])
    for (const response of responses) expect(response).toMatch(/^connection: close\r$/im)
    expect(linesOf(api).filter(({ status: logged = 0 }) => logged >= 500)).toEqual([])
    await front.stop()
  })

  test('is not ready while its upstream is not', async ({ front, api }) => {
    const status = async () => (await fetch(`${front.url}/api/ready`)).status
    expect(await status()).toBe(200)
    api.signal('SIGTERM')
    await expect.poll(status, { intervals: [5] }).toBe(503)
    expect((await fetch(`${front.url}/api/health`)).status).toBe(200)
  })
})
