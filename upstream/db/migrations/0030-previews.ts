import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('previews')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('post_id', 'integer', (c) => c.references('posts.id').onDelete('cascade'))
    .addColumn('case_study_id', 'integer', (c) => c.references('case_studies.id').onDelete('cascade'))
    .addColumn('password_hash', 'text')
    .addColumn('created_by', 'text', (c) => c.references('accounts.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_opened_at', 'bigint')
    .execute()
  for (const column of ['post_id', 'case_study_id', 'created_by', 'expires_at'])
    await schema.createIndex(`previews_${column}`).on('previews').column(column).execute()
}
