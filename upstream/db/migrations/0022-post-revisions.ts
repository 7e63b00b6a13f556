import { sql } from 'kysely'
import type { Trx } from '../open.ts'

/** Existing posts get their first revision with their next change. */
export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('post_revisions')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('author_id', 'integer')
    .addColumn('name', 'text')
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('restored_from', 'integer')
    .addColumn('changed', 'text', (c) => c.notNull())
    .addColumn('depth', 'integer', (c) => c.notNull())
    .addColumn('document', sql`bytea`, (c) => c.notNull())
    .addPrimaryKeyConstraint('post_revisions_pk', ['post_id', 'number'])
    .execute()
  await schema
    .createTable('post_revision_images')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addColumn('first_number', 'integer', (c) => c.notNull())
    .addColumn('last_number', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_revision_images_pk', ['post_id', 'media_id', 'first_number'])
    .execute()
  await schema
    .createIndex('post_revision_images_media')
    .on('post_revision_images')
    .column('media_id')
    .execute()
}
