import { DAY_MS } from '#contract/time.ts'
import { recordActivity } from '../activity/record.ts'
import type { Trx } from '../db/open.ts'
import { notify } from '../notifications/notify.ts'
import { hashToken } from './tokens.ts'

const LIFETIME_MS = 365 * DAY_MS
const MAX_BROWSERS = 20

export interface Browser {
  device: string
  /** The identifier from the cookie of our sign-in page; other clients have none. */
  identifier: string | undefined
}

interface SignedIn {
  id: string
  name: string
  last_seen_at: number | null
}

/** Notifies of a browser that is new to the account, except for the first one. */
export async function recordSignIn(
  trx: Trx,
  account: SignedIn,
  { device, identifier }: Browser,
): Promise<void> {
  const object = { type: 'session', id: account.id, name: device }
  await recordActivity(trx, account, { kind: 'session.started', object })
  const last_used_at = Date.now()
  await trx.updateTable('accounts').set({ last_seen_at: last_used_at }).where('id', '=', account.id).execute()
  await trx
    .deleteFrom('known_browsers')
    .where('last_used_at', '<', last_used_at - LIFETIME_MS)
    .execute()
  const rows = await trx
    .selectFrom('known_browsers')
    .select('browser')
    .where('account_id', '=', account.id)
    .execute()
  const known = new Set(rows.map(({ browser }) => browser))
  const browser = identifier ? hashToken(identifier) : device
  const isFirst = known.size === 0 && account.last_seen_at === null
  const isNew = !known.has(browser) && !known.has(device)
  // A device that was stored by its name counts as a single browser.
  if (!known.has(browser)) await forget(trx, account, device)
  await trx
    .insertInto('known_browsers')
    .values({ account_id: account.id, browser, last_used_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser']).doUpdateSet({ last_used_at }))
    .execute()
  await forgetOldest(trx, account)
  if (isNew && !isFirst) await notify(trx, { kind: 'newBrowser', object, to: { accountId: account.id } })
}

const forget = (trx: Trx, { id }: SignedIn, browser: string) =>
  trx.deleteFrom('known_browsers').where('account_id', '=', id).where('browser', '=', browser).execute()

async function forgetOldest(trx: Trx, { id }: SignedIn) {
  const newest = trx
    .selectFrom('known_browsers')
    .select('browser')
    .where('account_id', '=', id)
    .orderBy('last_used_at', 'desc')
    .orderBy('browser')
    .limit(MAX_BROWSERS)
  await trx
    .deleteFrom('known_browsers')
    .where('account_id', '=', id)
    .where('browser', 'not in', newest)
    .execute()
}
