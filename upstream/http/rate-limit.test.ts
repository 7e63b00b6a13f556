import { describe, expect, it } from '@jest/globals'
import { rateLimitKey } from './rate-limit.ts'

const keyOf = (address: string) => rateLimitKey({ name: 'test', points: 1, minutes: 1 }, address)

describe('rate limits of IPv6 networks', () => {
  it.each([
    ['2001:db8::1', '2001:db8::2'],
    ['2001:db8::1', '2001:0DB8:0:0:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::9'],
    ['::1', '0:0:0:0:0:0:0:2'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('are shared by %s and %s', (one, other) => expect(keyOf(one)).toBe(keyOf(other)))

  it.each([
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8:1::1', '2001:db8::1'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ])('are separate for %s and %s', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)))
})
