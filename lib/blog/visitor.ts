import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { siteSecret } from '../secret.ts'

/**
 * Who reads, without a cookie: a keyed hash of address and browser that changes every day and cannot be turned back.
 * `null` for whoever calls itself a bot or asks not to be counted in advance (prefetch).
 */
export function readerId(request: Request): string | null {
  const agent = request.headers.get('user-agent')
  if (isbot(agent) || request.headers.get('sec-purpose')) return null
  const day = new Date().toISOString().slice(0, 10)
  const who = `${day}\0${request.headers.get('x-client-address')}\0${agent}`
  return createHmac('sha256', siteSecret()).update(who).digest('base64url')
}
