import { sql } from 'kysely'
import { newsletterSchema } from '#lib/newsletter/schema.ts'
import { KILOBYTE, readJson } from '../body.ts'
import type { Call } from '../call.ts'
import type { Db, Trx } from '../db/open.ts'
import { parsed } from '../faults.ts'
import { consume, limitKey, type Limit } from '../limits.ts'
import { queue } from '../mail/outbox.ts'
import { CONFIRM_DAYS } from './links.ts'

const limit: Limit = { name: 'newsletter', points: 5, minutes: 10 }
const HOUR_MS = 3_600_000
/** Anyone can enter anyone's address; whoever did not ask is written to three times in a week at most. */
const MOST_LETTERS = 3

const subscribed = 'You are subscribed. The next issue comes to your inbox.'
const asked =
  'Almost done: unless this address is subscribed already, an e-mail with a link to confirm it is on its way.'

/** The answer is the same for a known address: it must not tell who reads us. */
export async function subscribe(call: Call): Promise<Response> {
  const { email } = parsed(newsletterSchema, await readJson(call.request, 16 * KILOBYTE))
  const address = email.toLowerCase()
  await consume(call.db, limit, limitKey(limit, call.address), 'That was asked several times already.')
  if (!call.mail) {
    await storeConfirmed(call.db, address, email)
    return Response.json({ message: subscribed })
  }
  await call.db.transaction().execute((trx) => askToConfirm(trx, address, email))
  call.mail.wake()
  return Response.json({ message: asked })
}

async function storeConfirmed(db: Db, address: string, email: string) {
  const now = Date.now()
  await db
    .insertInto('subscribers')
    .values({ address, email, created_at: now, confirmed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ confirmed_at: now })
        .where('subscribers.confirmed_at', 'is', null),
    )
    .execute()
}

async function askToConfirm(trx: Trx, address: string, email: string) {
  const now = Date.now()
  await trx
    .deleteFrom('subscribers')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', now - CONFIRM_DAYS * 24 * HOUR_MS)
    .execute()
  const toAsk = await trx
    .insertInto('subscribers')
    .values({ address, email, created_at: now, confirmed_at: null, asked_at: now, asked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ asked_at: now, asked: sql`subscribers.asked + 1` })
        .where('subscribers.confirmed_at', 'is', null)
        .where('subscribers.asked', '<', MOST_LETTERS)
        .where(sql<number>`coalesce(subscribers.asked_at, 0)`, '<=', now - HOUR_MS),
    )
    .returning('email')
    .executeTakeFirst()
  if (toAsk) await queue(trx, [toAsk.email], { kind: 'confirmation', subscriber: address })
}
