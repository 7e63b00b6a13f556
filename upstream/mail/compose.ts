import type { SendMailOptions } from 'nodemailer'
import type { Db } from '../db/open.ts'
import { issueLink } from '../newsletter/links.ts'
import type { OutboxRow } from './outbox.ts'

export interface Sender {
  from: { name: string; address: string }
  /** Where the links of an e-mail lead. */
  siteUrl: string
}

type Letter = Pick<SendMailOptions, 'subject' | 'text' | 'replyTo' | 'list' | 'headers'>

/** What a row of the outbox says, from what is stored now; null when there is no reason to say it any more. */
export async function compose(db: Db, sender: Sender, row: OutboxRow): Promise<SendMailOptions | null> {
  const letter =
    row.kind === 'message' ? await ofMessage(db, sender, row) : await ofSubscriber(db, sender, row)
  if (!letter) return null
  return {
    ...letter,
    from: sender.from,
    to: { name: '', address: row.recipient },
    // The same each time, so that an e-mail whose receipt was lost and that comes twice is known for one.
    messageId: `<${row.id}@${sender.from.address.split('@').at(-1)}>`,
    date: new Date(row.created_at),
    // Whoever is away need not say so to a machine.
    headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
  }
}

async function ofMessage(db: Db, { siteUrl }: Sender, row: OutboxRow): Promise<Letter | null> {
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
      `E-mail:  ${sent.email}`,
      `Subject: ${sent.subject}`,
      `Sent:    ${new Date(sent.created_at).toUTCString()}`,
      '',
      sent.message,
      '',
      '-- ',
      `An answer to this e-mail goes to whoever wrote the message. All messages: ${siteUrl}/admin/messages`,
    ].join('\n'),
  }
}

/** The links are new for each try, because only their hashes are kept; all of them work. */
async function ofSubscriber(db: Db, { siteUrl, from }: Sender, row: OutboxRow): Promise<Letter | null> {
  const link = row.subscriber === null ? null : await issueLink(db, row.subscriber, row.created_at)
  if (!link) return null
  const { token, days } = link
  return {
    subject: `Confirm your subscription to the ${from.name} newsletter`,
    text: [
      `Somebody, we hope you, entered this address for the ${from.name} newsletter.`,
      '',
      'To subscribe, open this page and press its button:',
      `${siteUrl}/newsletter/confirm?token=${token}`,
      '',
      `The link is valid for ${days} days. If it was not you, do nothing: nobody is subscribed without that button.`,
      '',
      'To leave the newsletter, now or later:',
      `${siteUrl}/newsletter/unsubscribe?token=${token}`,
    ].join('\n'),
    list: { unsubscribe: { url: `${siteUrl}/api/newsletter/unsubscribe?token=${token}`, comment: '' } },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
