import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/open.ts'

const DAY_MS = 24 * 3_600_000
export const CONFIRM_DAYS = 7

/** A token has 256 random bits, so a plain hash is enough to make the stored one useless to a thief. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * A link for an e-mail to somebody who has not confirmed yet; null when there is nothing left to confirm. It confirms for
 * seven days from the asking, and leads out of the newsletter for as long as the address is in it.
 */
export async function issueLink(
  db: Db,
  address: string,
  askedAt: number,
): Promise<{ token: string; days: number } | null> {
  const waiting = await db
    .selectFrom('subscribers')
    .select('address')
    .where('address', '=', address)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!waiting) return null
  const token = randomBytes(32).toString('hex')
  const confirms_until = askedAt + CONFIRM_DAYS * DAY_MS
  await db
    .insertInto('newsletter_links')
    .values({ hash: hashOf(token), address, created_at: Date.now(), confirms_until, spent_at: null })
    .execute()
  return { token, days: CONFIRM_DAYS }
}
