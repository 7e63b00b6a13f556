import { sql } from 'kysely'
import type { Db } from './db/open.ts'
import { Fault } from './faults.ts'

export interface Limit {
  name: string
  points: number
  minutes: number
}

/** IPv6 hands every household 2^64 addresses; the network is who counts. */
function network(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  return address.split(':').slice(0, 4).join(':')
}

export const limitKey = (limit: Limit, address: string, more = '') =>
  `${limit.name}|${network(address)}|${more}`

/** Counts one try and refuses it when there were too many; the count lives in the database all nodes share. */
export async function consume(db: Db, limit: Limit, key: string, refusal: string): Promise<void> {
  const now = Date.now()
  const expires_at = now + limit.minutes * 60_000
  await db.deleteFrom('rate_limits').where('expires_at', '<=', now).execute()
  const { points, expires_at: free } = await db
    .insertInto('rate_limits')
    .values({ key, points: 1, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points: sql`rate_limits.points + 1` }))
    .returning(['points', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (points <= limit.points) return
  const seconds = Math.max(1, Math.ceil((free - now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new Fault(
    'too_many_requests',
    `${refusal} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}

/** Takes one counted try back. */
export async function refund(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('points', '>', 0)
    .execute()
}

/** Takes back all tries counted for one name, from whichever address they came. */
export async function forgetTries(db: Db, limit: Limit, name: string): Promise<void> {
  const ending = name.replace(/[\\%_]/g, '\\$&')
  await db
    .deleteFrom('rate_limits')
    .where(sql<boolean>`key like ${`${limit.name}|%|${ending}`} escape '\\'`)
    .execute()
}
