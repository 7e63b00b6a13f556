import { hash } from 'node:crypto'
import type { Db, Trx } from '../db/open.ts'

/** The address itself is forgotten; its hash only tells whether an address of a file is the same. */
const hashOf = (address: string) => hash('sha256', address, 'base64url')

export async function recordUnsubscribed(trx: Trx, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  const created_at = Date.now()
  await trx
    .insertInto('unsubscribed_addresses')
    .values(addresses.map((address) => ({ hash: hashOf(address), created_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function forgetUnsubscribed(trx: Trx, address: string): Promise<void> {
  await trx.deleteFrom('unsubscribed_addresses').where('hash', '=', hashOf(address)).execute()
}

export async function findUnsubscribed(db: Db, addresses: string[]): Promise<Set<string>> {
  const byHash = new Map(addresses.map((address) => [hashOf(address), address]))
  const rows = await db
    .selectFrom('unsubscribed_addresses')
    .select('hash')
    .where('hash', 'in', [...byHash.keys()])
    .execute()
  return new Set(rows.flatMap((row) => byHash.get(row.hash) ?? []))
}
