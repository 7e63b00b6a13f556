import { z } from 'zod'
import { account, accountEnv } from './account.ts'
import { expect, test as base } from './fixtures.ts'
import { rawRequest } from './raw-request.ts'
import { startServer, type ServerProcess } from './server-process.ts'

interface Fixtures {
  api: ServerProcess
  front: ServerProcess
}

/** A site and its upstream, both telling all they do. */
const test = base.extend<Fixtures>({
  api: async ({ baseURL: _ }, provide) => {
    const env = { ...accountEnv, LOG_LEVEL: 'debug' }
    const api = await startServer({ entry: 'upstream/serve.ts', portVariable: 'UPSTREAM_PORT', env })
    await provide(api)
    await api.stop()
  },
  front: [
    async ({ api }, provide) => {
      const env = { UPSTREAM_URL: api.url, LOG_LEVEL: 'debug' }
      const front = await startServer({ entry: 'server.ts', portVariable: 'PORT', env })
      await provide(front)
      await front.stop()
    },
    { timeout: 120_000 },
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
    // The last piece is a line that is still being written, or nothing.
    .slice(0, -1)
    .map((line) => lineSchema.parse(JSON.parse(line)))

/** The access lines of one request; written when it is over, which may be after its answer has come. */
async function answeredWith(server: ServerProcess, requestId: string | null) {
  const find = () => linesOf(server).filter((line) => line.requestId === requestId && line.msg === 'answered')
  await expect.poll(find, `a line of ${requestId}`).not.toEqual([])
  return find()
}

test.describe('a request through a site and its upstream', { tag: '@once' }, () => {
  test('leaves lines with its one id in both logs, and nothing of who made it', async ({ front, api }) => {
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
    const answers = {
      '/api/auth/login': login,
      '/api/contact': await send('/api/contact', message),
      '/api/newsletter': await send('/api/newsletter', person),
      '/api/auth/logout': await send('/api/auth/logout', {}, token),
      '/blog': await fetch(`${front.url}/blog?search=words-of-ada`),
    }
    for (const [path, answer] of Object.entries(answers)) {
      const id = answer.headers.get('x-request-id')
      expect(id, path).toMatch(/^[\w-]{36}$/)
      const method = path === '/blog' ? 'GET' : 'POST'
      const { status } = answer
      expect(await answeredWith(front, id), path).toEqual([
        { msg: 'answered', requestId: id, method, path, status, ms: expect.any(Number) },
      ])
      const calls = await answeredWith(api, id)
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

  test('keeps an id that a proxy gave it, and takes nothing else for one', async ({ front, api }) => {
    const given = 'proxy-7f3a21c09b'
    const get = (id: string) => rawRequest(front.url, '/api/tags', { headers: { 'x-request-id': id } })
    expect((await get(given)).headers['x-request-id']).toBe(given)
    expect(await answeredWith(api, given)).toHaveLength(1)
    for (const odd of ['short', 'with "quotes" inside', 'x'.repeat(65)])
      expect((await get(odd)).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  test('has an id whatever becomes of it', async ({ front }) => {
    for (const [path, status] of [
      ['/%zz', 400],
      ['/blog/no-such-post', 404],
      ['/api/no-such-call', 404],
    ] as const) {
      const { headers, status: answered } = await rawRequest(front.url, path)
      expect(answered, path).toBe(status)
      expect(await answeredWith(front, String(headers['x-request-id'])), path).toMatchObject([
        { path, status },
      ])
    }
  })
})

test.describe('a site that is told to stop', { tag: '@once' }, () => {
  test('is no longer ready, still alive and answering, and then ends well', async ({ front, api }) => {
    const status = async (path: string) => (await fetch(front.url + path)).status
    expect([await status('/api/ready'), await status('/api/health')]).toEqual([200, 200])
    front.signal('SIGTERM')
    await expect.poll(() => status('/api/ready'), { intervals: [5] }).toBe(503)
    expect(await Promise.all(['/api/health', '/', '/api/blogs'].map(status))).toEqual([200, 200, 200])
    expect(linesOf(api).filter(({ status: answered = 0 }) => answered >= 500)).toEqual([])
    await front.stop()
  })

  test('is not ready when its upstream is not', async ({ front, api }) => {
    const status = async () => (await fetch(`${front.url}/api/ready`)).status
    expect(await status()).toBe(200)
    api.signal('SIGTERM')
    await expect.poll(status, { intervals: [5] }).toBe(503)
    expect((await fetch(`${front.url}/api/health`)).status).toBe(200)
  })
})
