import { roleNouns } from '#contract/roles.ts'
import { HOUR_MS } from '#contract/time.ts'
import { createLink, invitationUrl, RESET_LINK_MS, resetUrl } from '../accounts/links.ts'
import type { Db } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import type { Composer } from './compose.ts'
import { formatTime } from './format-time.ts'
import { countSent, type OutboxRow } from './outbox.ts'

/** Anyone can enter any address from many networks, so an account gets at most five e-mails an hour. */
const MAX_RESETS = 5

/** Each delivery attempt creates a new link, because only hashes are stored. */
export const composeInvitation: Composer = async (db, { siteUrl, from }, row) => {
  const invitation = await db
    .selectFrom('invitations')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .leftJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['invitations.id', 'invitations.role', 'invitations.expires_at', 'authors.name'])
    .where('invitations.id', '=', row.invitation_id)
    .where('invitations.expires_at', '>', Date.now())
    .executeTakeFirst()
  if (!invitation) return null
  const token = await createLink(db, { invitation_id: invitation.id }, invitation.expires_at)
  return {
    subject: `You are invited to the ${from.name} site`,
    text: [
      `${invitation.name ?? 'An owner'} has invited you to work on the ${from.name} site as ${roleNouns[invitation.role]}.`,
      '',
      'Open this page to choose a name and a password:',
      invitationUrl(siteUrl, token),
      '',
      `The link works once, until ${formatTime(invitation.expires_at)}. If you did not expect this invitation, ignore this email.`,
    ].join('\n'),
  }
}

/** Under the lock, because a change of the address ends the links that the old one got. */
const createResetLink = (db: Db, row: OutboxRow, expiresAt: number) =>
  withWriteLock(db, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', row.recipient)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!account) return null
    if (expiresAt <= Date.now()) return 'expired'
    if ((await countSent(trx, row, Date.now() - HOUR_MS)) >= MAX_RESETS) return null
    return { token: await createLink(trx, { account_id: account.id }, expiresAt) }
  })

/** Null when no account with the address can sign in, or the account got too many e-mails. */
export const composeReset: Composer = async (db, { siteUrl, from }, row) => {
  // A clock that was ahead must not make the link work for longer.
  const expiresAt = Math.min(row.created_at, Date.now()) + RESET_LINK_MS
  const link = await createResetLink(db, row, expiresAt)
  if (link === null || link === 'expired') return link
  return {
    subject: `Reset your password for the ${from.name} site`,
    text: [
      'Open this page to set a new password:',
      resetUrl(siteUrl, link.token),
      '',
      `The link works once, until ${formatTime(expiresAt)}. If you did not ask for it, ignore this email: your password has not changed.`,
    ].join('\n'),
  }
}
