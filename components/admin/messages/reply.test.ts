import { describe, expect, it } from '@jest/globals'
import { replyHref } from './reply.ts'

const message = {
  id: 'm',
  name: 'Ada & Bo',
  email: 'ada+work@example.com',
  subject: 'A ferry?',
  message: 'First line.\n\nSecond & last.',
  createdAt: '2026-11-21T20:40:00.000Z',
  read: true,
}

const bodyOf = (href: string) => decodeURIComponent(/&body=(.*)$/.exec(href)?.[1] ?? '')

describe('a reply by e-mail', () => {
  it('has the address, the subject and the quoted message', () => {
    const href = replyHref(message)
    expect(href).toMatch(/^mailto:ada%2Bwork%40example\.com\?subject=Re%3A%20A%20ferry%3F&body=/)
    expect(bodyOf(href)).toBe(
      '\r\n\r\nOn November 21, 2026 at 3:40 PM EST, Ada & Bo wrote:\r\n> First line.\r\n> \r\n> Second & last.',
    )
  })

  it.each(['a'.repeat(5000), 'č'.repeat(5000), '😀'.repeat(2500), '\n'.repeat(5000)])(
    'quotes the beginning of a long message',
    (text) => {
      const href = replyHref({ ...message, message: text })
      expect(href.length).toBeLessThan(3_600)
      expect(bodyOf(href)).toMatch(/ \[…\]$/)
    },
  )
})
