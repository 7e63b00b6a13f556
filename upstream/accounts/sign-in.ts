import type { Db } from '../db/open.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { passwordMatches } from './passwords.ts'
import { createToken } from './tokens.ts'

export const loginLimit: RateLimit = { name: 'login-account', points: 5, minutes: 15 }

export async function signIn(db: Db, email: string, password: string) {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.email', 'accounts.password_hash', 'authors.name'])
    .where('accounts.email', '=', email)
    .executeTakeFirst()
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  const token = account && matches ? await createToken(db, account) : null
  if (!account || !token) return null
  return { token, user: { id: account.id, name: account.name, email: account.email } }
}
