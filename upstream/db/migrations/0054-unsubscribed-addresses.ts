import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('unsubscribed_addresses')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}
