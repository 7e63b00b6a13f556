import { recordActivity } from '../activity/record.ts'
import type { Trx } from '../db/open.ts'
import { notify } from '../notifications/notify.ts'

/** Notifies of a device that is new to the account, except of the very first one. */
export async function recordSignIn(
  trx: Trx,
  account: { id: string; name: string },
  device: string,
): Promise<void> {
  const object = { type: 'session', id: account.id, name: device }
  await recordActivity(trx, account, { kind: 'session.started', object })
  const known = await trx
    .selectFrom('known_browsers')
    .select('browser')
    .where('account_id', '=', account.id)
    .execute()
  const last_used_at = Date.now()
  await trx
    .insertInto('known_browsers')
    .values({ account_id: account.id, browser: device, last_used_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser']).doUpdateSet({ last_used_at }))
    .execute()
  if (known.length > 0 && !known.some(({ browser }) => browser === device))
    await notify(trx, { kind: 'newBrowser', object, to: { accountId: account.id } })
}
