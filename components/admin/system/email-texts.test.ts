import { expect, it } from '@jest/globals'
import { describeReason } from './email-texts.ts'

it.each([
  ['554 5.7.1 <ann@relay.example>: Relay access denied', 'from this site'],
  ['550-5.7.26 This email has been blocked', 'from this site'],
  ['550 relaying to <ann@example.org> prohibited', 'from this site'],
  ['550 5.1.1 No such mailbox: relay@example.org', 'this address'],
  ['550 5.1.1 No such mailbox: relay.team@example.org', 'this address'],
  ['550 5.1.1 relay-01.example.net: user unknown', 'this address'],
  ['550 Relaying denied', 'from this site'],
  ['554 Relay not permitted', 'from this site'],
  ['550 we do not relay', 'from this site'],
  ['450 4.2.2 Mailbox full', 'the address at the moment'],
])('says whether %s is about the address', (response, reason) => {
  const error = `Can't send mail - all recipients were rejected: ${response}`
  expect(describeReason(error)).toContain(reason)
})
