import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { DAY_MS } from '#contract/time.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { changeRecipient, queue } from '../mail/outbox.ts'
import { linkGone } from './links.ts'
import { hashToken } from './tokens.ts'

const LINK_LIFETIME_MS = DAY_MS

const oldest = () => Date.now() - LINK_LIFETIME_MS

async function requireFreeEmail(trx: Trx, email: string): Promise<void> {
  const owner = await trx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  if (!owner) return
  throw ApiError.forField('conflict', 'email', 'Another account has this email address.')
}

/** The address changes when the user opens the link in the e-mail. */
export async function requestEmailChange(trx: Trx, accountId: string, email: string): Promise<void> {
  await requireFreeEmail(trx, email)
  await cancelEmailChange(trx, accountId)
  await trx
    .insertInto('email_changes')
    .values({ account_id: accountId, email, created_at: Date.now() })
    .execute()
  await queue(trx, [email], { kind: 'emailChange', account_id: accountId })
}

export async function cancelEmailChange(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('email_changes').where('account_id', '=', accountId).execute()
}

export async function getPendingEmail(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('email')
    .where('account_id', '=', accountId)
    .where('created_at', '>', oldest())
    .executeTakeFirst()
  return row?.email ?? null
}

/** Each delivery attempt creates a new link, because only hashes are stored. */
export async function createEmailLink(
  db: Db,
  accountId: string,
  email: string,
): Promise<{ token: string; expiresAt: number } | 'expired' | null> {
  const change = await db
    .selectFrom('email_changes')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!change) return null
  if (change.created_at <= oldest()) return 'expired'
  const token = randomBytes(32).toString('hex')
  await db
    .insertInto('email_change_links')
    .values({ hash: hashToken(token), account_id: accountId })
    .execute()
  return { token, expiresAt: change.created_at + LINK_LIFETIME_MS }
}

/** Also ends password links, which the old address may have got. */
export async function changeEmail(
  trx: LockedTrx,
  account: { id: string; email: string; name: string },
  email: string,
  notify: boolean,
): Promise<void> {
  await requireFreeEmail(trx, email)
  await cancelEmailChange(trx, account.id)
  await trx.updateTable('accounts').set({ email }).where('id', '=', account.id).execute()
  await trx.deleteFrom('account_links').where('account_id', '=', account.id).execute()
  await changeRecipient(trx, account, email)
  await recordActivity(trx, account, {
    kind: 'user.emailChanged',
    object: { type: 'user', id: account.id, name: account.name },
    changes: { email: { from: account.email, to: email } },
  })
  if (notify) await queue(trx, [account.email], { kind: 'emailChanged', account_id: account.id })
}

export async function confirmEmailChange(trx: LockedTrx, token: string): Promise<string> {
  const change = await trx
    .selectFrom('email_change_links')
    .innerJoin('email_changes', 'email_changes.account_id', 'email_change_links.account_id')
    .innerJoin('accounts', 'accounts.id', 'email_changes.account_id')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.email', 'accounts.author_id', 'authors.name', 'authors.version'])
    .select('email_changes.email as next')
    .where('email_change_links.hash', '=', hashToken(token))
    .where('email_changes.created_at', '>', oldest())
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!change) throw linkGone()
  await changeEmail(trx, change, change.next, true)
  await trx
    .updateTable('authors')
    .set({ version: change.version + 1 })
    .where('id', '=', change.author_id)
    .execute()
  return change.next
}
