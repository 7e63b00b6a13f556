import type { SendMailOptions } from 'nodemailer'
import type { Db } from '../db/open.ts'
import { createLink } from '../newsletter/links.ts'
import type { OutboxRow } from './outbox.ts'

export interface Sender {
  from: { name: string; address: string }
  siteUrl: string
}

type Content = Pick<SendMailOptions, 'subject' | 'text' | 'replyTo' | 'list' | 'headers'>

export async function compose(db: Db, sender: Sender, row: OutboxRow): Promise<SendMailOptions | null> {
  const content =
    row.kind === 'message'
      ? await composeMessage(db, sender, row)
      : await composeConfirmation(db, sender, row)
  if (!content) return null
  return {
    ...content,
    from: sender.from,
    to: { name: '', address: row.recipient },
    // Stable over attempts, so that mail servers can detect duplicates.
    messageId: `<${row.id}@${sender.from.address.split('@').at(-1)}>`,
    date: new Date(row.created_at),
    // Keeps autoresponders from replying.
    headers: { 'Auto-Submitted': 'auto-generated', ...content.headers },
  }
}

async function composeMessage(db: Db, { siteUrl }: Sender, row: OutboxRow): Promise<Content | null> {
  const sent = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', row.message_id)
    .executeTakeFirst()
  if (!sent) return null
  return {
    subject: `Contact: ${sent.subject}`,
    replyTo: { name: sent.name, address: sent.email },
    text: [
      `Name:    ${sent.name}`,
      `Email:   ${sent.email}`,
      `Subject: ${sent.subject}`,
      `Sent:    ${new Date(sent.created_at).toUTCString()}`,
      '',
      sent.message,
      '',
      '-- ',
      `Reply to this email to write to ${sent.name}. All messages: ${siteUrl}/admin/messages`,
    ].join('\n'),
  }
}

/** Each attempt creates new links, because only hashes are stored. */
async function composeConfirmation(
  db: Db,
  { siteUrl, from }: Sender,
  row: OutboxRow,
): Promise<Content | null> {
  const link = row.subscriber === null ? null : await createLink(db, row.subscriber, row.created_at)
  if (!link) return null
  const { token, days } = link
  return {
    subject: `Confirm your subscription to the ${from.name} newsletter`,
    text: [
      `Please confirm that you want the ${from.name} newsletter: our newest articles, once a month.`,
      '',
      'Open this page and select “Confirm subscription”:',
      `${siteUrl}/newsletter/confirm?token=${token}`,
      '',
      `The link works for ${days} days. If you did not sign up, ignore this email: you are not subscribed until you confirm.`,
      '',
      'Unsubscribe anytime:',
      `${siteUrl}/newsletter/unsubscribe?token=${token}`,
    ].join('\n'),
    list: { unsubscribe: { url: `${siteUrl}/api/newsletter/unsubscribe?token=${token}`, comment: '' } },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
