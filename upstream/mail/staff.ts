import type { Trx } from '../db/open.ts'
import { queue } from './outbox.ts'

/** Queues the news of a contact message, in the transaction that stores it; to everybody with an account unless others are named. */
export async function tellStaff(trx: Trx, named: string[], messageId: string): Promise<void> {
  const recipients = named.length > 0 ? named : await accountAddresses(trx)
  await queue(trx, recipients, { kind: 'message', message_id: messageId })
}

async function accountAddresses(trx: Trx): Promise<string[]> {
  const accounts = await trx.selectFrom('accounts').select('email').where('disabled_at', 'is', null).execute()
  return accounts.map(({ email }) => email)
}
