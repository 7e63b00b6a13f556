import { createEmailLink } from '../accounts/email-change.ts'
import type { Composer } from './compose.ts'
import { formatTime } from './format-time.ts'

export const composeEmailChange: Composer = async (db, { siteUrl, from }, row) => {
  const link = row.account_id === null ? null : await createEmailLink(db, row.account_id, row.recipient)
  if (link === null || link === 'expired') return link
  return {
    subject: `Confirm your new email address for ${from.name}`,
    text: [
      `Please confirm that ${row.recipient} is the new email address of your ${from.name} account.`,
      '',
      'Open this page and select “Confirm email address”:',
      `${siteUrl}/admin/email?token=${link.token}`,
      '',
      `The link works until ${formatTime(link.expiresAt)}. If you did not ask for this, ignore this email: nothing changes.`,
    ].join('\n'),
  }
}

export const composeEmailChanged: Composer = async (db, { siteUrl, from }, row) => {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', row.account_id)
    .executeTakeFirst()
  if (!account) return null
  return {
    subject: `The email address of your ${from.name} account has changed`,
    text: [
      `You now sign in at ${siteUrl}/admin/login with ${account.email} instead of ${row.recipient}.`,
      '',
      'If you did not make this change, someone else may have used your account. Ask an owner of the site to reset it.',
    ].join('\n'),
  }
}
