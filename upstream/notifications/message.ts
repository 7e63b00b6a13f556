import type { Channel } from '#contract/notifications.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { Delivery } from '../mail/delivery.ts'
import { queue } from '../mail/outbox.ts'
import { readSettings } from '../settings/store.ts'
import { findRecipients, insertNotifications } from './notify.ts'

type Mail = Pick<Delivery, 'staff'> | null

/** Lower-cased, like the addresses of accounts. */
async function readAddresses(db: Db, mail: Mail): Promise<Map<string, string>> {
  if (!mail) return new Map()
  const { messageRecipients } = (await readSettings(db)).data
  const addresses = messageRecipients.length > 0 ? messageRecipients : mail.staff
  return new Map(addresses.map((address) => [address.toLowerCase(), address]))
}

/** Without addresses, everyone who may read messages is notified by e-mail. */
const toDefault = (mail: Mail, addresses: Map<string, string>, email: string): Channel =>
  mail && (addresses.size === 0 || addresses.has(email)) ? 'email' : 'bell'

export const getMessageDefault = async (db: Db, mail: Mail, email: string): Promise<Channel> =>
  toDefault(mail, await readAddresses(db, mail), email)

/** This e-mail contains the whole message, so it replaces the notification's e-mail. */
export async function notifyOfMessage(
  trx: Trx,
  { mail, dialect }: { mail: Mail; dialect: DialectName },
  object: { type: string; id: string; name: string },
): Promise<void> {
  const kind = 'message'
  const addresses = await readAddresses(trx, mail)
  const found = await findRecipients(trx, { kind }, { lock: dialect === 'postgres' })
  const recipients = found.map(({ chosen, ...recipient }) => ({
    ...recipient,
    channel: chosen ?? toDefault(mail, addresses, recipient.email),
  }))
  const isMailed = ({ channel }: { channel: Channel }) => mail !== null && channel === 'email'
  await insertNotifications(
    trx,
    { kind, object },
    recipients.map((recipient) => (isMailed(recipient) ? { ...recipient, channel: 'bell' } : recipient)),
  )
  for (const { email } of recipients) addresses.delete(email)
  await queue(trx, [...addresses.values()], { kind, message_id: object.id })
  for (const { id, email } of recipients.filter(isMailed))
    await queue(trx, [email], { kind, message_id: object.id, account_id: id })
}
