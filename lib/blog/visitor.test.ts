import { afterEach, expect, it, jest } from '@jest/globals'

process.env['NEXTAUTH_SECRET'] = 'a secret of at least 32 characters'
const { visitorId } = await import('./visitor.ts')

const visit = (now: string) => {
  jest.useFakeTimers({ now: Date.parse(now) })
  const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-client-address': '192.0.2.1' }
  return visitorId(new Request('http://site', { headers }))
}
afterEach(() => void jest.useRealTimers())

it('is the same until midnight of the site', () => {
  const evening = visit('2026-11-01T03:59:00Z') // October 31, 11:59 PM EDT
  const morning = visit('2026-11-01T04:00:00Z')
  expect(morning).not.toBe(evening)
  expect(visit('2026-11-02T04:59:00Z')).toBe(morning) // November 1, 11:59 PM EST
  expect(visit('2026-11-02T05:00:00Z')).not.toBe(morning)
})
