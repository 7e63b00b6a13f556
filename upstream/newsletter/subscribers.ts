import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db, Trx } from '../db/open.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'
import { queue } from '../mail/outbox.ts'
import { notify } from '../notifications/notify.ts'
import { CONFIRM_DAYS, oldestSpent } from './links.ts'
import { forgetUnsubscribed, recordUnsubscribed } from './unsubscribed.ts'

/** Anyone can enter any address, so an address gets at most three e-mails a week. */
const MAX_EMAILS = 3
const WEEK_MS = 7 * DAY_MS

/** The log and the notifications do not contain the address, because they outlive the subscription. */
const toObject = (id: string) => ({ type: 'subscriber', id, name: '' })

async function recordAdded(trx: Trx, id: string) {
  await recordActivity(trx, null, { kind: 'subscriber.added', object: toObject(id) })
  await notify(trx, { kind: 'subscriber', object: toObject(id) })
}

export interface NewSubscriber {
  email: string
  /** Now when omitted. */
  since?: number | undefined
  /** When the person used the form; null for an import. */
  askedAt?: number | null
}

export async function addConfirmed(trx: Trx, subscribers: NewSubscriber[]): Promise<string[]> {
  if (subscribers.length === 0) return []
  const now = Date.now()
  const rows = await trx
    .insertInto('subscribers')
    .values(
      subscribers.map(({ email, since = now, askedAt = null }) => ({
        ...{ id: uuid(), address: email.toLowerCase(), email },
        ...{ created_at: now, confirmed_at: since, asked_at: askedAt },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet((eb) => ({
          confirmed_at: eb.ref('excluded.confirmed_at'),
          asked_at: eb.ref('excluded.asked_at'),
        }))
        .where('subscribers.confirmed_at', 'is', null),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Without e-mail, subscriptions cannot be confirmed. */
export async function addConfirmedSubscriber(trx: Trx, email: string): Promise<void> {
  const [id] = await addConfirmed(trx, [{ email, askedAt: Date.now() }])
  if (id === undefined) return
  await forgetUnsubscribed(trx, email.toLowerCase())
  await recordAdded(trx, id)
}

const unconfirmed = (trx: Trx) =>
  trx
    .deleteFrom('subscribers')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', Date.now() - CONFIRM_DAYS * DAY_MS)

export async function deleteUnconfirmed(db: Db): Promise<void> {
  await withWriteLock(db, (trx) => unconfirmed(trx).execute())
}

/** An e-mail that failed will not arrive, so the form may send another one within the hour. */
const lastHasFailed = sql<boolean>`exists (
  select 1 from outbox where subscriber = subscribers.address and status = 'failed' and created_at >= subscribers.asked_at)`

/** A confirmed subscriber gets another link to unsubscribe, because the first e-mail may be lost. */
export async function requestConfirmation(trx: Trx, email: string): Promise<void> {
  const now = Date.now()
  const address = email.toLowerCase()
  // Only its own row, because locking others could deadlock with an import.
  await unconfirmed(trx).where('address', '=', address).execute()
  const askedAt = sql<number>`coalesce(subscribers.asked_at, 0)`
  const subscriber = await trx
    .insertInto('subscribers')
    .values({ id: uuid(), address, email, created_at: now, confirmed_at: null, asked_at: now, asked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({
          asked_at: now,
          asked: sql`case when ${askedAt} <= ${now - WEEK_MS} then 1 else subscribers.asked + 1 end`,
        })
        .where((eb) => eb.or([eb('subscribers.asked', '<', MAX_EMAILS), eb(askedAt, '<=', now - WEEK_MS)]))
        .where((eb) => eb.or([eb(askedAt, '<=', now - HOUR_MS), lastHasFailed])),
    )
    .returning(['email', 'confirmed_at'])
    .executeTakeFirst()
  if (!subscriber) return
  const kind = subscriber.confirmed_at === null ? 'confirmation' : 'subscribed'
  await queue(trx, [subscriber.email], { kind, subscriber: address })
}

export async function confirmSubscriber(trx: Trx, address: string): Promise<void> {
  const confirmed = await trx
    .updateTable('subscribers')
    .set({ confirmed_at: Date.now() })
    .where('address', '=', address)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) return
  await forgetUnsubscribed(trx, address)
  await recordAdded(trx, confirmed.id)
}

/** Remembers by hash that the addresses unsubscribed. */
export async function deleteSubscribers(trx: LockedTrx, addresses: string[]) {
  if (addresses.length === 0) return []
  await trx.deleteFrom('newsletter_links').where('spent_at', '<', oldestSpent()).execute()
  await trx
    .updateTable('newsletter_links')
    .set({ address: null, spent_at: Date.now() })
    .where('address', 'in', addresses)
    .execute()
  const removed = await trx
    .deleteFrom('subscribers')
    .where('address', 'in', addresses)
    .returning(['id', 'address', 'confirmed_at'])
    .execute()
  await recordUnsubscribed(
    trx,
    removed.map(({ address }) => address),
  )
  return removed
}

export async function deleteSubscriber(
  trx: LockedTrx,
  address: string,
  account: FreshAccount | null = null,
): Promise<void> {
  const [removed] = await deleteSubscribers(trx, [address])
  if (removed?.confirmed_at)
    await recordActivity(trx, account, {
      kind: account ? 'subscriber.deleted' : 'subscriber.removed',
      object: toObject(removed.id),
    })
}
