import type { SendMailOptions } from 'nodemailer'
import type { Db } from '../db/open.ts'
import { composeNotifications, mayReceive } from '../notifications/email.ts'
import { composeInvitation, composeReset } from './compose-account.ts'
import { composeEmailChange, composeEmailChanged } from './compose-email-change.ts'
import { composeConfirmation, composeSubscribed } from './compose-newsletter.ts'
import { formatTime } from './format-time.ts'
import type { OutboxRow } from './outbox.ts'

export interface Sender {
  from: { name: string; address: string }
  siteUrl: string
}

type Content = Pick<SendMailOptions, 'subject' | 'text' | 'replyTo' | 'list' | 'headers'>

/** Null when there is nothing left to send. */
type Composed<Email> = Promise<Email | 'expired' | null>

export type Composer = (db: Db, sender: Sender, row: OutboxRow) => Composed<Content>

const composers: Record<OutboxRow['kind'], Composer> = {
  message: composeMessage,
  confirmation: composeConfirmation,
  subscribed: composeSubscribed,
  invitation: composeInvitation,
  reset: composeReset,
  emailChange: composeEmailChange,
  emailChanged: composeEmailChanged,
  notification: composeNotifications,
}

export async function compose(db: Db, sender: Sender, row: OutboxRow): Composed<SendMailOptions> {
  const content = await composers[row.kind](db, sender, row)
  if (content === null || content === 'expired') return content
  return {
    ...content,
    from: sender.from,
    to: { name: '', address: row.recipient },
    // The same for all attempts, so that mail servers can detect duplicates.
    messageId: `<${row.id}@${sender.from.address.split('@').at(-1)}>`,
    // An e-mail that is sent again is new to spam filters.
    date: new Date(row.ended_at ?? row.created_at),
    // Prevents automatic replies; help desks suspend contact messages that have it.
    headers: { ...(row.kind !== 'message' && { 'Auto-Submitted': 'auto-generated' }), ...content.headers },
  }
}

export const composeTest = ({ from, siteUrl }: Sender, recipient: string): SendMailOptions => ({
  from,
  to: { name: '', address: recipient },
  subject: `Test email from ${from.name}`,
  text: [
    `This is a test. ${siteUrl} can send email through the configured mail server.`,
    '',
    'Check that it did not arrive in the spam folder, and that the sender is the one you expect.',
  ].join('\n'),
  headers: { 'Auto-Submitted': 'auto-generated' },
})

async function composeMessage(db: Db, { siteUrl }: Sender, row: OutboxRow): Promise<Content | null> {
  const sent = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', row.message_id)
    .executeTakeFirst()
  if (!sent || (row.account_id !== null && !(await mayReceive(db, row.account_id, 'message')))) return null
  // Not every mail server accepts other characters before the @.
  const canReply = /^[\x21-\x7e]+@/.test(sent.email)
  return {
    subject: `Contact: ${sent.subject}`,
    ...(canReply && { replyTo: { name: sent.name, address: sent.email } }),
    text: [
      `Name:    ${sent.name}`,
      `Email:   ${sent.email}`,
      `Subject: ${sent.subject}`,
      `Sent:    ${formatTime(sent.created_at)}`,
      '',
      sent.message,
      '',
      '-- ',
      `${canReply ? 'Reply to this email' : 'Use the address above'} to write to ${sent.name}. All messages: ${siteUrl}/admin/messages`,
    ].join('\n'),
  }
}
