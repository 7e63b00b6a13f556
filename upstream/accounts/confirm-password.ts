import { ApiError } from '#contract/errors.ts'
import type { Db } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { consume, rateLimitKey, refund } from '../http/rate-limit.ts'
import { passwordMatches } from './passwords.ts'
import { loginLimit } from './sign-in.ts'
import type { Account, FreshAccount } from './tokens.ts'

interface Attempt {
  field: string
  password: string
  clientAddress: string
}

export const passwordChanged = () =>
  new ApiError('conflict', 'Your password was changed at the same time. Please try again.')

/** Shares its rate limit with sign-in. Returns the hash that the password matched. */
export async function confirmPassword(db: Db, account: Account, attempt: Attempt): Promise<string> {
  const { field, password, clientAddress } = attempt
  const key = rateLimitKey(loginLimit, clientAddress, account.email)
  await consume(db, loginLimit, key, 'Too many wrong passwords.')
  const stored = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(stored.password_hash, password)))
    throw ApiError.forField('invalid', field, 'This is not your current password.')
  await refund(db, key)
  return stored.password_hash
}

/** The password may have changed between its confirmation and the write. */
export async function requireSamePassword(
  trx: LockedTrx,
  { id }: FreshAccount,
  confirmedHash: string,
): Promise<void> {
  const { password_hash } = await trx
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (password_hash !== confirmedHash) throw passwordChanged()
}
