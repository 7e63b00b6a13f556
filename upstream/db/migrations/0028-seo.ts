import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .alterTable('posts')
    .addColumn('seo', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await schema
    .createTable('broken_links')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('broken_links_pk', ['post_id', 'path'])
    .execute()
  await schema
    .createTable('link_checks')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('last_post_id', 'integer', (c) => c.notNull())
    .execute()
}
