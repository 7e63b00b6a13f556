import { siteRejection } from '#contract/system.ts'

const kinds = new Map([
  ['message', 'Contact message'],
  ['confirmation', 'Newsletter confirmation'],
  ['subscribed', 'Newsletter: already subscribed'],
  ['invitation', 'Invitation'],
  ['reset', 'Password reset'],
  ['emailChange', 'Confirmation of a new email address'],
  ['emailChanged', 'Notice of a changed email address'],
  ['notification', 'Notifications'],
])

export const describeEmail = (kind: string, subject: string | null): string =>
  `${kinds.get(kind) ?? kind}${subject ? `: ${subject}` : ''}`

const reasons: [RegExp, string][] = [
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/, 'The mail server cannot be reached.'],
  [
    /ETIMEDOUT|timed? ?out|timeout|Greeting never received|aborted/i,
    'The mail server did not respond in time.',
  ],
  [/EAUTH|invalid login|authentication|\b53[045]\b/i, 'The mail server rejected the user name or password.'],
  [/certificate|ESOCKET|SSL|TLS/i, 'A secure connection to the mail server is not possible.'],
  [/mail command failed|sender|\b553\b/i, 'The mail server does not accept the sender of this site.'],
  [/recipients were rejected.*\b4\d\d\b/i, 'The mail server does not accept the address at the moment.'],
  [siteRejection, 'The mail server does not accept email from this site.'],
  [
    /recipients were rejected|no such|unknown user|\b55[01]\b/i,
    'The mail server does not accept this address.',
  ],
  [/ECONNRESET|socket|connection closed|Unexpected/i, 'The mail server ended the connection.'],
]

export const describeReason = (error: string): string =>
  reasons.find(([pattern]) => pattern.test(error))?.[1] ?? 'The mail server did not accept the email.'
