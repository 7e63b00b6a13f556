import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('changes')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('removes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('changes_age').on('changes').column('created_at').execute()
}
