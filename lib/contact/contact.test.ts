import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import type * as ContactModule from './contact.ts'

const keys: unknown[] = []
let server: Server
let contact: typeof ContactModule

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/api/contact') keys.push(request.headers['idempotency-key'])
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"message":"Thanks","data":{}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.env['UPSTREAM_URL'] = `http://127.0.0.1:${address.port}`
  process.env['LOG_LEVEL'] = 'silent'
  contact = await import('./contact.ts')
})
afterEach(() => void jest.useRealTimers())
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('sends the same message without a key once within an hour', async () => {
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'A ferry', message: 'We need a site.' }
  const sendAt = async (time: string, headers: Record<string, string> = {}) => {
    jest.useFakeTimers({
      now: Date.parse(time),
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
    })
    const request = new Request('http://site/contact', { headers })
    expect(await contact.sendContactMessage(request, message)).toBe('Thanks')
    return keys.at(-1)
  }
  const first = await sendAt('2026-11-20T10:05:00Z')
  expect(await sendAt('2026-11-20T10:05:02Z')).toBe(first)
  const late = await sendAt('2026-11-20T12:59:59Z')
  expect(late).not.toBe(first)
  expect(await sendAt('2026-11-20T13:00:01Z')).toBe(late)
  expect(await sendAt('2026-11-20T14:00:00Z')).not.toBe(late)
  const own = { 'idempotency-key': 'own' }
  expect([await sendAt('2026-11-20T10:05:00Z', own), await sendAt('2026-11-21T10:05:00Z', own)]).toEqual([
    'own',
    'own',
  ])
})
