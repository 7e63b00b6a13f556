import { confirmationDefaults } from '#contract/newsletter.ts'
import { createConfirmLink, createUnsubscribeLink } from '../newsletter/links.ts'
import { readSettings } from '../settings/store.ts'
import type { Composer } from './compose.ts'
import { formatTime } from './format-time.ts'

const unsubscribeLines = (siteUrl: string, token: string) => [
  'Unsubscribe anytime:',
  `${siteUrl}/newsletter/unsubscribe?token=${token}`,
]

const oneClick = (siteUrl: string, token: string) => ({
  list: { unsubscribe: { url: `${siteUrl}/api/newsletter/unsubscribe?token=${token}`, comment: '' } },
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
})

/** Each delivery attempt creates new links, because only hashes are stored. */
export const composeConfirmation: Composer = async (db, { siteUrl, from }, row) => {
  const link = row.subscriber === null ? null : await createConfirmLink(db, row.subscriber, row.created_at)
  if (!link) return null
  const { token, expiresAt } = link
  const { emailSubject, emailText } = (await readSettings(db)).data.newsletter
  return {
    subject: emailSubject || confirmationDefaults.subject(from.name),
    text: [
      emailText || confirmationDefaults.text(from.name),
      '',
      'Open this page and select “Confirm subscription”:',
      `${siteUrl}/newsletter/confirm?token=${token}`,
      '',
      `The link works until ${formatTime(expiresAt)}. If you did not sign up, ignore this email: you are not subscribed until you confirm.`,
      '',
      ...unsubscribeLines(siteUrl, token),
    ].join('\n'),
    ...oneClick(siteUrl, token),
  }
}

export const composeSubscribed: Composer = async (db, { siteUrl, from }, row) => {
  const token = row.subscriber === null ? null : await createUnsubscribeLink(db, row.subscriber)
  if (token === null) return null
  return {
    subject: `You are subscribed to the ${from.name} newsletter`,
    text: [
      `Someone entered this address in the newsletter form of ${siteUrl}. It is subscribed already, so there is nothing to confirm.`,
      '',
      ...unsubscribeLines(siteUrl, token),
    ].join('\n'),
    ...oneClick(siteUrl, token),
  }
}
