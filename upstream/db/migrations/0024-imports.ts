import { sql } from 'kysely'
import type { Trx } from '../open.ts'

const bytes = sql`bytea`

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('format', 'text')
    .addColumn('problems', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('checked_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await schema
    .createTable('import_parts')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_parts_number', ['import_id', 'number'])
    .execute()
  await schema
    .createTable('import_images')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addColumn('media_id', 'text')
    .addPrimaryKeyConstraint('import_images_path', ['import_id', 'path'])
    .execute()
  await schema
    .createTable('import_posts')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('import_posts_position', ['import_id', 'position'])
    .execute()
  await schema
    .createTable('imported_posts')
    .addColumn('source_id', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('imported_posts_post').on('imported_posts').column('post_id').execute()
}
