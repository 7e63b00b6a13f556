import { recordActivity } from '../activity/record.ts'
import { withWriteLockAs, type Caller } from './authenticate.ts'
import { passwordChanged } from './confirm-password.ts'
import { cancelEmailChange } from './email-change.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions } from './sessions.ts'

/** Ends all other sessions of the account; returns how many. */
export async function changePassword(
  caller: Caller,
  { currentHash, password }: { currentHash: string; password: string },
): Promise<number> {
  const password_hash = await hashPassword(password)
  return withWriteLockAs(caller, async (trx, account) => {
    const changed = await trx
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', account.id)
      .where('password_hash', '=', currentHash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw passwordChanged()
    await cancelEmailChange(trx, account.id)
    await trx.deleteFrom('account_links').where('account_id', '=', account.id).execute()
    await recordActivity(trx, account, {
      kind: 'user.passwordChanged',
      object: { type: 'user', id: account.id, name: account.name },
    })
    return endOtherSessions(trx, account)
  })
}
