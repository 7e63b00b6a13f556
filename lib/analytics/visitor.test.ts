import { afterEach, expect, it, jest } from '@jest/globals'

process.env['NEXTAUTH_SECRET'] = 'a secret of at least 32 characters'
const { visitorId } = await import('./visitor.ts')
const { encodeSession, sessionCookieName } = await import('../auth/session.ts')

const firefox = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-client-address': '192.0.2.1' }
const identify = (headers: Record<string, string>) =>
  visitorId(new Request('http://site', { headers: { ...firefox, ...headers } }))
const visit = (now: string) => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  return identify({})
}
afterEach(() => void jest.useRealTimers())

it('is the same until midnight of the site', async () => {
  const evening = await visit('2026-11-01T03:59:00Z') // October 31, 11:59 PM EDT
  const morning = await visit('2026-11-01T04:00:00Z')
  expect(morning).not.toBe(evening)
  expect(await visit('2026-11-02T04:59:00Z')).toBe(morning) // November 1, 11:59 PM EST
  expect(await visit('2026-11-02T05:00:00Z')).not.toBe(morning)
})

it('depends on the address and the browser, and shows neither', async () => {
  const visitor = await identify({})
  expect(visitor).toMatch(/^[\w-]{43}$/)
  expect(await identify({ 'x-client-address': '192.0.2.2' })).not.toBe(visitor)
  expect(await identify({ 'user-agent': 'Mozilla/5.0 Firefox/141.0' })).not.toBe(visitor)
})

it.each([
  ['a visitor with Do Not Track', { dnt: '1' }],
  ['a visitor with Global Privacy Control', { 'sec-gpc': '1' }],
  ['a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerendered page', { 'sec-purpose': 'prefetch;prerender' }],
  ['an API client of staff', { authorization: 'Bearer abc' }],
])('is null for %s', async (_name, headers) => {
  expect(await identify(headers)).toBeNull()
})

it('is null for a signed-in browser only', async () => {
  const until = Math.floor(Date.now() / 1000) + 60
  const session = { name: 'Ada', email: 'ada@example.com', upstreamToken: 'token', remember: false, until }
  const token = await encodeSession({ token: session, secret: '' })
  expect(await identify({ cookie: `theme=dark; ${sessionCookieName}=${token}` })).toBeNull()
  expect(await identify({ cookie: `${sessionCookieName}=made-up` })).not.toBeNull()
})
