import { recordActivity, type Actor } from '../activity/record.ts'
import type { Trx } from '../db/open.ts'
import { resetLimit } from '../http/rate-limit.ts'
import { cancelEmailChange } from './email-change.ts'
import { loginLimit } from './sign-in.ts'
import { deleteTokens } from './tokens.ts'

/** Ends all sessions and links of the account. */
export async function setPassword(
  trx: Trx,
  actor: Actor | null,
  { id, email, name }: { id: string; email: string; name: string },
  password_hash: string,
): Promise<void> {
  await trx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  await deleteTokens(trx, id)
  await trx.deleteFrom('account_links').where('account_id', '=', id).execute()
  await cancelEmailChange(trx, id)
  await resetLimit(trx, loginLimit, email)
  await recordActivity(trx, actor, { kind: 'user.passwordReset', object: { type: 'user', id, name } })
}
