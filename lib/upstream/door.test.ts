import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import type * as CallModule from './call.ts'

/** A real upstream over HTTP that does whatever a test tells it to. */
let behaviour: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end()
let seen: IncomingMessage[] = []
let server: Server
let door: typeof CallModule

const json = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    behaviour(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.env['UPSTREAM_URL'] = `http://127.0.0.1:${address.port}`
  process.env['LOG_LEVEL'] = 'silent'
  door = await import('./call.ts')
})

afterEach(() => {
  seen = []
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const anything = z.object({ ok: z.boolean() })
const call = (options: CallModule.CallOptions = {}) =>
  door.callForJson('getPost', anything, { ref: 'a-post', ...options })
const fault = (kind: string, status: number) =>
  expect.objectContaining({ name: 'UpstreamFault', kind, status })

describe('a call through the door', () => {
  it('goes to the path of its template, with the query and headers it was given and nothing else', async () => {
    behaviour = (_request, response) => json(response, { ok: true, secret: 'dropped' })
    const { data } = await call({
      query: { page: 2, search: 'a&b', tag: undefined },
      headers: { authorization: 'Bearer t' },
    })
    expect(data).toEqual({ ok: true })
    expect(seen[0]?.url).toBe('/api/blogs/a-post?page=2&search=a%26b')
    expect(seen[0]?.headers['authorization']).toBe('Bearer t')
    expect(seen[0]?.headers['cookie']).toBeUndefined()
  })

  it.each(['..', '../health', '..%2fhealth', 'a/b', 'a?b', '', 'a'.repeat(101), '-a', 'a\u0000'])(
    'does not reach the upstream with %j for an id',
    async (ref) => {
      await expect(call({ ref })).rejects.toMatchObject({ name: 'UpstreamRefusal', status: 404 })
      expect(seen).toHaveLength(0)
    },
  )

  it('passes the no of the upstream on, in its own words', async () => {
    behaviour = (_request, response) =>
      json(response, { error: 'Taken', fields: { title: 'Taken' } }, 409, { 'retry-after': '7' })
    await expect(call()).rejects.toMatchObject({
      name: 'UpstreamRefusal',
      status: 409,
      message: 'Taken',
      fields: { title: 'Taken' },
      retryAfter: '7',
    })
    expect(seen).toHaveLength(1)
  })

  it('tries a read once more after a reset, and a write never', async () => {
    behaviour = (request, response) =>
      seen.length === 1 ? request.socket.destroy() : json(response, { ok: true })
    await expect(call()).resolves.toMatchObject({ data: { ok: true } })
    expect(seen).toHaveLength(2)

    seen = []
    await expect(door.callForJson('createPost', anything, { body: '{}' })).rejects.toEqual(
      fault('unreachable', 502),
    )
    expect(seen).toHaveLength(1)
  })

  it.each<[string, string, number, typeof behaviour]>([
    ['HTML', 'garbage', 502, (_request, response) => response.end('<h1>It works</h1>')],
    ['half a JSON', 'garbage', 502, (_request, response) => response.end('{"ok": tr')],
    ['a wrong shape', 'garbage', 502, (_request, response) => json(response, { ok: 'yes' })],
    ['nothing', 'garbage', 502, (_request, response) => response.end()],
    [
      'bytes that are not UTF-8',
      'garbage',
      502,
      (_request, response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    ['a redirect', 'garbage', 502, (_request, response) => response.writeHead(302, { location: '/x' }).end()],
    [
      'a fault of its own',
      'failed',
      502,
      (_request, response) => json(response, { error: 'stack trace' }, 500),
    ],
    [
      'a body that breaks off',
      'unreachable',
      502,
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"ok":', () => request.socket.destroy())
      },
    ],
  ])('is a fault when the upstream answers %s', async (_name, kind, status, act) => {
    behaviour = act
    await expect(call()).rejects.toEqual(fault(kind, status))
  })

  it('is over when the time is, whether the head or the body stalls', async () => {
    behaviour = () => {}
    await expect(call({ timeLimitMs: 100 })).rejects.toEqual(fault('stalled', 504))
    behaviour = (_request, response) => {
      response.writeHead(200)
      response.write('{"ok":')
    }
    await expect(call({ timeLimitMs: 100 })).rejects.toEqual(fault('stalled', 504))
  })

  it('does not read more than it was told to', async () => {
    behaviour = (_request, response) => response.end(`"${'a'.repeat(5_000)}"`)
    await expect(call({ answerLimit: 1_000 })).rejects.toEqual(fault('garbage', 502))
  })
})
