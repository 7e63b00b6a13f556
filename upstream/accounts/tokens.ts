import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/open.ts'

export interface Account {
  id: string
  email: string
  name: string
  authorId: number
  tokenHash: string
}

const LIFETIME_MS = 30 * 24 * 3_600_000

/** A plain hash is safe for a token of 256 random bits. */
const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The update locks the row, so it sees when the account is disabled or its password changes at the same time. */
export async function createToken(
  db: Db,
  account: { id: string; password_hash: string },
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
        account_id: account.id,
        created_at: now,
        expires_at: now + LIFETIME_MS,
      })
      .execute()
    return token
  })
}

export async function deleteToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', tokenHash).execute()
}

export async function deleteTokens(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('tokens').where('account_id', '=', accountId).execute()
}

export async function getAccountByToken(db: Db, token: string): Promise<Account | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.email', 'authors.name', 'accounts.author_id', 'tokens.hash'])
    .where('tokens.hash', '=', hashToken(token))
    .where('tokens.expires_at', '>', Date.now())
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, email: row.email, name: row.name, authorId: row.author_id, tokenHash: row.hash }
}
