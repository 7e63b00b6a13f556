import { sql } from 'kysely'
import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('working_copies')
    .addColumn('post_id', 'integer', (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('base_version', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by', 'integer')
    .addColumn('tab', 'text')
    .addColumn('document', sql`bytea`, (c) => c.notNull())
    .execute()
  await schema
    .createTable('working_copy_images')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('working_copy_images_pk', ['post_id', 'media_id'])
    .execute()
  await schema.createIndex('working_copy_images_media').on('working_copy_images').column('media_id').execute()
}
