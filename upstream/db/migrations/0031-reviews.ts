import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('reviews')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'integer', (c) => c.references('posts.id').onDelete('cascade'))
    .addColumn('case_study_id', 'integer', (c) => c.references('case_studies.id').onDelete('cascade'))
    .addColumn('preview_id', 'text', (c) => c.references('previews.id').onDelete('set null'))
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  for (const column of ['post_id', 'case_study_id', 'preview_id'])
    await schema.createIndex(`reviews_${column}`).on('reviews').column(column).execute()
}
