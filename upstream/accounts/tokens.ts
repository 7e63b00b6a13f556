import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Role } from '#contract/roles.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { AppEnv } from '../http/env.ts'
import { recordSessionSeen } from './sessions.ts'

export interface Account {
  id: string
  email: string
  name: string
  role: Role
  authorId: number
  tokenHash: string
  tokenSeenAt: number
  lastSeenAt: number | null
  author: string
}

declare const fresh: unique symbol

/** The caller's account as it is under the write lock (see `withWriteLockAs`). */
export type FreshAccount = Account & { readonly [fresh]: true }

export const MAX_LIFETIME_MS = 30 * DAY_MS

/** A plain hash is safe for a token of 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The update locks the row, so it sees when the account is disabled or its password changes at the same time. */
export async function createToken(
  db: Db,
  account: { id: string; password_hash: string },
  { device = '', lifetimeMs = MAX_LIFETIME_MS } = {},
  onCreated?: (trx: Trx) => Promise<void>,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  return db.transaction().execute(async (trx) => {
    const { password_hash } = account
    const unchanged = await trx
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', account.id)
      .where('password_hash', '=', password_hash)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!unchanged) return null
    await trx.deleteFrom('tokens').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('tokens')
      .values({
        hash: hashToken(token),
        id: uuid(),
        account_id: account.id,
        device,
        created_at: now,
        expires_at: now + lifetimeMs,
        last_seen_at: now,
      })
      .execute()
    await onCreated?.(trx)
    return token
  })
}

export async function deleteTokens(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('tokens').where('account_id', '=', accountId).execute()
}

async function findAccount(db: Db, tokenHash: string): Promise<Account | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.role',
      'accounts.author_id',
      'accounts.last_seen_at',
      'authors.name',
      'authors.slug',
      'tokens.last_seen_at as token_seen_at',
    ])
    .where('tokens.hash', '=', tokenHash)
    .where('tokens.expires_at', '>', Date.now())
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { author_id, last_seen_at, token_seen_at, slug, ...account } = row
  const token = { tokenHash, tokenSeenAt: token_seen_at }
  return { ...account, author: slug, authorId: author_id, lastSeenAt: last_seen_at, ...token }
}

export async function getAccountByToken(
  { db, writeDb }: Pick<AppEnv['Variables'], 'db' | 'writeDb'>,
  token: string,
): Promise<Account | null> {
  const account = await findAccount(db, hashToken(token))
  if (account) recordSessionSeen(writeDb, account)
  return account
}

export const readFreshAccount = async (trx: LockedTrx, { tokenHash }: Account) =>
  (await findAccount(trx, tokenHash)) as FreshAccount | null
