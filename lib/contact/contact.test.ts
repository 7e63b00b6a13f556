import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import type * as ContactModule from './contact.ts'

const keys: unknown[] = []
let upstream: FakeUpstream
let contact: typeof ContactModule

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    if (request.url === '/api/contact') keys.push(request.headers['idempotency-key'])
    sendJson(response, { message: 'Thanks', data: {} }, 201)
  })
  contact = await import('./contact.ts')
})
afterEach(() => void jest.useRealTimers())
afterAll(() => upstream.close())

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
