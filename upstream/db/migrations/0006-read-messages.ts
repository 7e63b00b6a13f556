import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema.alterTable('contact_messages').addColumn('read_at', 'bigint').execute()
  await schema.createIndex('contact_messages_read').on('contact_messages').column('read_at').execute()
}
