import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await createTagRedirects(trx)
  await createCategories(trx)
}

async function createTagRedirects({ schema }: Trx) {
  await schema
    .createTable('tag_redirects')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('tag_id', 'integer', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('tag_redirects_tag').on('tag_redirects').column('tag_id').execute()
  await schema
    .createTable('search_queue')
    .addColumn('post_id', 'integer', (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
    .execute()
}

async function createCategories({ schema }: Trx) {
  await schema
    .createTable('categories')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('published_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('category_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('category_id', 'integer', (c) => c.notNull().references('categories.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('category_slugs_category').on('category_slugs').column('category_id').execute()
  await schema
    .alterTable('posts')
    .addColumn('category_id', 'integer', (c) => c.references('categories.id'))
    .execute()
  await schema
    .createIndex('posts_category')
    .on('posts')
    .columns(['category_id', 'published', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('posts_category_newest')
    .on('posts')
    .columns(['category_id', 'created_at', 'id'])
    .execute()
}
