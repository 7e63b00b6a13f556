import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { escapeLike } from '../db/parameters.ts'
import type { Db } from '../db/open.ts'

export interface RateLimit {
  name: string
  points: number
  minutes: number
}

function ipv6Groups(address: string): string[] {
  const [bare = ''] = address.split('%')
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const [head = '', tail = ''] = canonical.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = Array.from({ length: 8 - split(head).length - split(tail).length }, () => '0')
  return [...split(head), ...zeros, ...split(tail)]
}

/** A client usually has a whole IPv6 /64, so its addresses share a limit. Mapped IPv4 addresses count as IPv4. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : address
}

export const rateLimitKey = (limit: RateLimit, address: string, subject = '') =>
  `${limit.name}|${networkOf(address)}|${subject}`

export async function consume(db: Db, limit: RateLimit, key: string, message: string): Promise<void> {
  const now = Date.now()
  const windowMs = limit.minutes * MINUTE_MS
  const expires_at = now + windowMs
  await db
    .deleteFrom('rate_limits')
    .where((row) =>
      row.or([
        row('expires_at', '<=', now),
        // Counted while the clock was ahead; those of other servers may differ a little.
        row.and([row('key', '=', key), row('expires_at', '>', expires_at + windowMs)]),
      ]),
    )
    .execute()
  const counted = await db
    .insertInto('rate_limits')
    .values({ key, points: 1, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points: sql`rate_limits.points + 1` }))
    .returning(['points', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (counted.points <= limit.points) return
  const seconds = Math.max(1, Math.ceil((counted.expires_at - now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new ApiError(
    'too_many_requests',
    `${message} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

export async function refund(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('points', '>', 0)
    .execute()
}

export async function refundOnFailure<Result>(
  db: Db,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) await refund(db, key).catch(() => {})
    throw error
  }
}

export async function resetLimit(db: Db, limit: RateLimit, subject: string): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where(sql<boolean>`key like ${`${limit.name}|%|${escapeLike(subject)}`} escape '\\'`)
    .execute()
}
