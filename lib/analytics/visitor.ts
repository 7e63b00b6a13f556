import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { toDay } from '#contract/calendar.ts'
import { getToken } from '../auth/caller.ts'
import { env } from '../env.ts'
import { siteSecret } from '../secret.ts'

const isOptedOut = ({ headers }: Request) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

const isAutomatic = ({ headers }: Request) =>
  isbot(headers.get('user-agent')) || headers.has('sec-purpose') || headers.get('purpose') === 'prefetch'

/** Identifies a visitor for a day without a cookie. Null for bots, prefetches, staff and visitors who opted out. */
export async function visitorId(request: Request): Promise<string | null> {
  if (isOptedOut(request) || isAutomatic(request)) return null
  if (await getToken(request)) return null
  const address = request.headers.get('x-client-address')
  const visitor = [toDay(Date.now()), env.SITE_URL, address, request.headers.get('user-agent')].join('\0')
  return createHmac('sha256', siteSecret()).update(visitor).digest('base64url')
}
