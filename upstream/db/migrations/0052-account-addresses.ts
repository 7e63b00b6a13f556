import type { Trx } from '../open.ts'

/** Addresses have accents as one character, as they are looked up. Two accounts that differ only in that stay. */
export async function up(trx: Trx): Promise<void> {
  const accounts = await trx.selectFrom('accounts').select(['id', 'email']).execute()
  const emails = new Set(accounts.map(({ email }) => email))
  for (const { id, email } of accounts) {
    const wanted = email.normalize()
    if (emails.has(wanted)) continue
    emails.add(wanted)
    await trx.updateTable('accounts').set({ email: wanted }).where('id', '=', id).execute()
  }
}
