import { sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'
import { queue } from '../mail/outbox.ts'
import { CONFIRM_DAYS } from './links.ts'

const HOUR_MS = 3_600_000
/** Anyone can enter any address, so an unconfirmed one gets at most three e-mails a week. */
const MAX_CONFIRMATIONS = 3
/** A used link stays valid for a day without its address, so that repeated requests succeed. */
const SPENT_LINK_LIFETIME_MS = 24 * HOUR_MS

/** Without e-mail there is nothing to confirm with. */
export async function addConfirmedSubscriber(db: Db, email: string): Promise<void> {
  const now = Date.now()
  await db
    .insertInto('subscribers')
    .values({ address: email.toLowerCase(), email, created_at: now, confirmed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ confirmed_at: now })
        .where('subscribers.confirmed_at', 'is', null),
    )
    .execute()
}

export async function requestConfirmation(trx: Trx, email: string): Promise<void> {
  const now = Date.now()
  const address = email.toLowerCase()
  await trx
    .deleteFrom('subscribers')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', now - CONFIRM_DAYS * 24 * HOUR_MS)
    .execute()
  const subscriber = await trx
    .insertInto('subscribers')
    .values({ address, email, created_at: now, confirmed_at: null, asked_at: now, asked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ asked_at: now, asked: sql`subscribers.asked + 1` })
        .where('subscribers.confirmed_at', 'is', null)
        .where('subscribers.asked', '<', MAX_CONFIRMATIONS)
        .where(sql<number>`coalesce(subscribers.asked_at, 0)`, '<=', now - HOUR_MS),
    )
    .returning('email')
    .executeTakeFirst()
  if (subscriber) await queue(trx, [subscriber.email], { kind: 'confirmation', subscriber: address })
}

export async function confirmSubscriber(db: Db, address: string): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ confirmed_at: Date.now() })
    .where('address', '=', address)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function deleteSubscriber(trx: Trx, address: string): Promise<void> {
  const now = Date.now()
  await trx
    .deleteFrom('newsletter_links')
    .where('spent_at', '<', now - SPENT_LINK_LIFETIME_MS)
    .execute()
  await trx
    .updateTable('newsletter_links')
    .set({ address: null, spent_at: now })
    .where('address', '=', address)
    .execute()
  await trx.deleteFrom('subscribers').where('address', '=', address).execute()
}
