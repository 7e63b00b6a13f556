import type { StoredMessage } from '#contract/messages.ts'
import { formatDateTime } from '#lib/blog/dates.ts'

const MAX_ENCODED_QUOTE = 1_200

function shorten(message: string): string {
  const characters = [...message]
  const size = () => encodeURIComponent(characters.join('')).length
  while (size() > MAX_ENCODED_QUOTE) characters.splice(-Math.ceil(characters.length / 10))
  const kept = characters.join('')
  return kept === message ? message : `${kept.trimEnd()} […]`
}

/** Line breaks are CRLF as RFC 6068 demands. */
export function replyHref({ name, email, subject, message, createdAt }: StoredMessage): string {
  const quote = shorten(message)
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
  const body = ['', '', `On ${formatDateTime(createdAt)}, ${name} wrote:`, ...quote].join('\r\n')
  const fields = { subject: `Re: ${subject}`, body }
  const query = Object.entries(fields).map(([field, text]) => `${field}=${encodeURIComponent(text)}`)
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
