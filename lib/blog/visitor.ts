import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { toDay } from '#contract/calendar.ts'
import { siteSecret } from '../secret.ts'

/** Identifies a reader for one day without a cookie; null for bots and prefetches, which are not counted. */
export function visitorId(request: Request): string | null {
  const agent = request.headers.get('user-agent')
  if (isbot(agent) || request.headers.get('sec-purpose')) return null
  const visitor = `${toDay(Date.now())}\0${request.headers.get('x-client-address')}\0${agent}`
  return createHmac('sha256', siteSecret()).update(visitor).digest('base64url')
}
