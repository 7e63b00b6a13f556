import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import * as z from 'zod'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import type { CallName } from './calls.ts'
import type * as ClientModule from './client.ts'
import type * as ErrorsModule from './errors.ts'
import type * as TransportModule from './transport.ts'

let behavior: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end()
let seen: IncomingMessage[] = []
let upstream: FakeUpstream
let client: typeof ClientModule
let errors: typeof ErrorsModule
let transport: typeof TransportModule

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    // The change feed polls on its own.
    if (request.url?.startsWith('/api/changes')) return sendJson(response, { error: 'Not found' }, 404)
    seen.push(request)
    behavior(request, response)
  })
  client = await import('./client.ts')
  errors = await import('./errors.ts')
  transport = await import('./transport.ts')
})

afterEach(() => {
  seen = []
})

afterAll(() => upstream.close())

const okSchema = z.object({ ok: z.boolean() })
const call = (options: ClientModule.CallOptions = {}) =>
  client.callForJson('getPost', okSchema, { ref: 'a-post', ...options })
const failure = (code: string, message: unknown = expect.stringMatching(/Please try again\.$/)) =>
  expect.objectContaining({ name: 'ApiError', code, message })

describe('a call to the upstream', () => {
  it('sends only the given query and headers, to the path of the call', async () => {
    behavior = (_request, response) => sendJson(response, { ok: true, secret: 'dropped' })
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
    'is not sent with the id %j',
    async (ref) => {
      await expect(call({ ref })).rejects.toMatchObject({ name: 'ApiError', code: 'not_found' })
      expect(seen).toHaveLength(0)
    },
  )

  it('throws the error of a rejected call with its fields and retry-after', async () => {
    behavior = (_request, response) =>
      sendJson(response, { error: 'Taken', fields: { title: 'Taken' } }, 409, { 'retry-after': '7' })
    await expect(call()).rejects.toMatchObject({
      name: 'ApiError',
      code: 'conflict',
      message: 'Taken',
      details: { fields: { title: 'Taken' }, headers: { 'retry-after': '7' } },
    })
    expect(seen).toHaveLength(1)
  })

  it('retries a read once after a reset, and never a write', async () => {
    behavior = (request, response) =>
      seen.length === 1 ? request.socket.destroy() : sendJson(response, { ok: true })
    await expect(call()).resolves.toMatchObject({ data: { ok: true } })
    expect(seen).toHaveLength(2)

    seen = []
    await expect(client.callForJson('createPost', okSchema, { body: '{}' })).rejects.toEqual(
      failure('bad_gateway'),
    )
    expect(seen).toHaveLength(1)
  })

  it.each<[string, typeof behavior]>([
    ['HTML', (_request, response) => response.end('<h1>It works</h1>')],
    ['incomplete JSON', (_request, response) => response.end('{"ok": tr')],
    ['JSON of another shape', (_request, response) => sendJson(response, { ok: 'yes' })],
    ['an empty body', (_request, response) => response.end()],
    ['bytes that are not UTF-8', (_request, response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/x' }).end()],
    ['a head that is not HTTP', (request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['a server error', (_request, response) => sendJson(response, { error: 'stack trace' }, 500)],
    [
      'an incomplete body',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"ok":', () => request.socket.destroy())
      },
    ],
  ])('fails as bad_gateway when the upstream sends %s', async (_name, act) => {
    behavior = act
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error).toEqual(failure('bad_gateway'))
    expect(errors.isUnavailable(error)).toBe(false)
  })

  it('times out when the head or the body stalls', async () => {
    behavior = () => {}
    await expect(call({ timeoutMs: 100 })).rejects.toEqual(failure('gateway_timeout'))
    behavior = (_request, response) => {
      response.writeHead(200)
      response.write('{"ok":')
    }
    await expect(call({ timeoutMs: 100 })).rejects.toEqual(failure('gateway_timeout'))
  })

  it.each<[CallName, string[], { ref?: string }]>([
    ['updatePost', ['reset'], { ref: 'a-post' }],
    ['emptyTrash', ['reset'], {}],
    ['deleteRedirect', ['reset'], { ref: '7' }],
    ['saveWorkingCopy', [], { ref: 'a-post' }],
    ['reportPresence', [], { ref: 'a-post' }],
    ['countView', [], { ref: 'a-post' }],
    ['getPost', [], { ref: 'a-post' }],
  ])('after %s, makes the change feed emit %j', async (name, expected, options) => {
    behavior = (_request, response) => sendJson(response, { ok: true })
    const events: string[] = []
    const { changes } = await transport.openTransport()
    changes.subscribe(({ type }) => events.push(type))
    await client.callForJson(name, okSchema, options)
    expect(events).toEqual(expected)
  })

  it('has more time for a write with files', async () => {
    behavior = (_request, response) => sendJson(response, { ok: true })
    const timeout = jest.spyOn(AbortSignal, 'timeout')
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      await client.callForJson('createPost', okSchema, { headers: { 'content-type': type }, body: '{}' })
    expect(timeout.mock.calls).toEqual([[12_500], [25_000]])
    timeout.mockRestore()
  })

  it('limits the size of the response', async () => {
    behavior = (_request, response) => response.end(`"${'a'.repeat(5_000)}"`)
    await expect(call({ maxResponseBytes: 1_000 })).rejects.toEqual(failure('bad_gateway'))
  })

  it('downloads a CSV file that is larger than any other response', async () => {
    const csv = 'a@example.org\r\n'.repeat(1_200_000)
    const { downloadCsv } = await import('../http/download.ts')
    behavior = (_request, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(csv)
    const download = () => downloadCsv('listSubscribers', 'subscribers', {}, new AbortController().signal)
    const file = Buffer.from(await (await download()).arrayBuffer()).toString()
    expect(file.length).toBe(1 + csv.length)
    expect(file.startsWith('\uFEFFa@')).toBe(true)
    behavior = (_request, response) => sendJson(response, { ok: true })
    await expect(download()).rejects.toEqual(failure('bad_gateway'))
  })

  it('uses the message of the call for a failure, but not for a rejection', async () => {
    const failureMessage = 'Sorry, that did not work.'
    behavior = (_request, response) => sendJson(response, { error: 'stack trace' }, 500)
    await expect(call({ failureMessage })).rejects.toEqual(failure('bad_gateway', failureMessage))
    behavior = (_request, response) => sendJson(response, { error: 'Too many' }, 429)
    await expect(call({ failureMessage })).rejects.toEqual(failure('too_many_requests', 'Too many'))
  })

  it('treats a 404 as a missing call only until the public list has been read', async () => {
    const read = (options?: ClientModule.CallOptions) =>
      client.callIfSupported('listCategories', okSchema, options)
    const reject: typeof behavior = (_request, response) => response.writeHead(404).end('404 page not found')
    behavior = reject
    await expect(read()).resolves.toBeNull()
    behavior = (_request, response) => sendJson(response, { ok: true })
    await expect(read()).resolves.toEqual({ ok: true })
    behavior = reject
    await expect(read()).rejects.toEqual(failure('bad_gateway'))
    await expect(read({ headers: client.bearer('t') })).resolves.toBeNull()
  })

  it('cancels a download when the client has left during its preparation', async () => {
    const closed = Promise.withResolvers<void>()
    behavior = (_request, response) => {
      response.once('close', closed.resolve).writeHead(200).write('The first part')
    }
    const { body } = await client.callForStream('createBackup', {}, AbortSignal.abort())
    expect(body).toBeNull()
    await closed.promise
  })

  it('uses the message of the call for a rejection without one', async () => {
    const messages = { failureMessage: 'Sorry, that did not work.', unauthorizedMessage: 'Wrong password.' }
    behavior = (_request, response) => response.writeHead(400).end('<h1>Bad Request</h1>')
    await expect(call(messages)).rejects.toEqual(failure('malformed', messages.failureMessage))
    await expect(call()).rejects.toEqual(failure('malformed', 'The request was rejected.'))
    behavior = (_request, response) => sendJson(response, {}, 401)
    await expect(call(messages)).rejects.toEqual(failure('unauthorized', messages.unauthorizedMessage))
    behavior = (_request, response) => sendJson(response, { error: 'Locked' }, 401)
    await expect(call(messages)).rejects.toEqual(failure('unauthorized', 'Locked'))
  })

  it('fails as unavailable for pages when the connection is reset or refused before a response', async () => {
    behavior = (request) => request.socket.destroy()
    const reset = await call().catch((thrown: unknown) => thrown)
    await upstream.close()
    const refused = await call().catch((thrown: unknown) => thrown)
    expect([reset, refused]).toEqual([failure('bad_gateway'), failure('bad_gateway')])
    expect([reset, refused].map(errors.isUnavailable)).toEqual([true, true])
  })
})
