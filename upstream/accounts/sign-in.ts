import type { Db } from '../db/open.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { passwordMatches } from './passwords.ts'
import { recordSignIn, type Browser } from './record-sign-in.ts'
import { createToken } from './tokens.ts'

export const loginLimit: RateLimit = { name: 'login-account', points: 5, minutes: 15 }

interface Client extends Browser {
  lifetimeMs: number
}

export async function signIn(db: Db, email: string, password: string, client: Client) {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.password_hash',
      'accounts.role',
      'accounts.last_seen_at',
      'authors.name',
      'authors.slug',
    ])
    .where('accounts.email', '=', email)
    .executeTakeFirst()
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  const token =
    account && matches
      ? await createToken(db, account, client, (trx) => recordSignIn(trx, account, client))
      : null
  if (!account || !token) return null
  const { id, name, email: address, role, slug } = account
  return { token, user: { id, name, email: address, role, author: slug } }
}
