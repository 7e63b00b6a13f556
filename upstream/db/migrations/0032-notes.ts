import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('notes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('thread_id', 'text')
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('set null'))
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('guest', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('quote', 'text', (c) => c.notNull())
    .addColumn('quote_before', 'text', (c) => c.notNull())
    .addColumn('quote_after', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('edited_at', 'bigint')
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolved_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['post_id', 'thread_id', 'account_id'])
    await schema.createIndex(`notes_${column}`).on('notes').column(column).execute()
}
