import type { Trx } from '../open.ts'

/** Keys without a hash, which older versions of the site store, accept every request. */
export async function up({ schema }: Trx): Promise<void> {
  await schema
    .alterTable('idempotency_keys')
    .addColumn('request_hash', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
