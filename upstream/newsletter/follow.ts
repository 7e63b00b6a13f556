import { newsletterLinkSchema } from '#lib/newsletter/schema.ts'
import { KILOBYTE, readJson } from '../body.ts'
import type { Call } from '../call.ts'
import type { Trx } from '../db/open.ts'
import { Fault, parsed } from '../faults.ts'
import { consume, limitKey, type Limit } from '../limits.ts'
import { hashOf } from './links.ts'

/** Tokens cannot be guessed; this bounds what trying costs. Good ones are not counted: mail services follow many. */
const wrongLinks: Limit = { name: 'newsletter-link', points: 20, minutes: 10 }
const SPENT_KEPT_MS = 24 * 3_600_000

const gone = () => new Fault('gone', 'This link is not valid, or not any more.')

async function findLink(call: Call, token: string) {
  const link = await call.db
    .selectFrom('newsletter_links')
    .select(['hash', 'address', 'confirms_until'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  if (link) return link
  await consume(call.db, wrongLinks, limitKey(wrongLinks, call.address), 'Too many links that are not valid.')
  throw gone()
}

const tokenOf = async (call: Call) =>
  parsed(newsletterLinkSchema, await readJson(call.request, 16 * KILOBYTE)).token

const confirms = (link: { address: string | null; confirms_until: number }) =>
  link.address !== null && link.confirms_until > Date.now()

/** What a link is good for, so that its page can say so before a button is pressed. */
export async function readLink(call: Call): Promise<Response> {
  const link = await findLink(call, call.query.get('token') ?? '')
  return Response.json({ data: { confirms: confirms(link) } })
}

/** Once more is as well: whoever presses twice is subscribed. */
export async function confirmSubscription(call: Call): Promise<Response> {
  const link = await findLink(call, await tokenOf(call))
  if (!confirms(link)) throw gone()
  await call.db
    .updateTable('subscribers')
    .set({ confirmed_at: Date.now() })
    .where('address', '=', link.address)
    .where('confirmed_at', 'is', null)
    .execute()
  return Response.json({ message: 'You are subscribed. The next issue comes to your inbox.' })
}

export async function unsubscribe(call: Call): Promise<Response> {
  const { address } = await findLink(call, await tokenOf(call))
  if (address !== null) await call.db.transaction().execute((trx) => forget(trx, address))
  return Response.json({ message: 'You are unsubscribed. No further issue comes to your inbox.' })
}

/** The links are kept for a day without their address, for whoever presses twice or asks again for a lost answer. */
async function forget(trx: Trx, address: string) {
  const now = Date.now()
  await trx
    .deleteFrom('newsletter_links')
    .where('spent_at', '<', now - SPENT_KEPT_MS)
    .execute()
  await trx
    .updateTable('newsletter_links')
    .set({ address: null, spent_at: now })
    .where('address', '=', address)
    .execute()
  await trx.deleteFrom('subscribers').where('address', '=', address).execute()
}
