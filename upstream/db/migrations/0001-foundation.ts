import { sql } from 'kysely'
import type { DialectName, Trx } from '../open.ts'
import { createSearchTables } from '../search-index.ts'

/** The type of PostgreSQL; SQLite accepts any type name and stores blobs unchanged. */
const bytes = sql`bytea`

export async function up(trx: Trx, dialect: DialectName): Promise<void> {
  await createPeople(trx)
  await createPosts(trx)
  await createMedia(trx)
  await createViews(trx)
  await createInboxes(trx)
  await createSearchTables(trx, dialect)
}

async function createPeople(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('authors')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('bio', 'text', (c) => c.notNull())
    .addColumn('published_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('author_id', 'integer', (c) => c.notNull().references('authors.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function createPosts(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('totals')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('last_id', 'integer', (c) => c.notNull())
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .execute()
  await trx.insertInto('totals').values({ id: 1, last_id: 0, published: 0, total: 0 }).execute()
  await schema
    .createTable('posts')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('public_id', 'text', (c) => c.notNull().unique())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('title_key', 'text', (c) => c.notNull())
    .addColumn('excerpt', 'text', (c) => c.notNull())
    .addColumn('author_id', 'integer', (c) => c.notNull().references('authors.id'))
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('reading_minutes', 'integer', (c) => c.notNull())
    .addColumn('views', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('cover_id', 'text')
    .addColumn('cover_alt', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('posts_visible').on('posts').columns(['published', 'created_at', 'id']).execute()
  await schema.createIndex('posts_newest').on('posts').columns(['created_at', 'id']).execute()
  await schema.createIndex('posts_updated').on('posts').columns(['updated_at', 'id']).execute()
  await schema.createIndex('posts_title').on('posts').columns(['title_key', 'id']).execute()
  await schema.createIndex('posts_cover').on('posts').column('cover_id').execute()
  await schema
    .createIndex('posts_author')
    .on('posts')
    .columns(['author_id', 'published', 'created_at', 'id'])
    .execute()
  await schema
    .createTable('post_contents')
    .addColumn('post_id', 'integer', (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
    .addColumn('content', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('post_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('post_slugs_post').on('post_slugs').column('post_id').execute()
  await schema
    .createTable('tags')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('published_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('post_tags')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('tag_id', 'integer', (c) => c.notNull().references('tags.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_tags_pk', ['post_id', 'tag_id'])
    .execute()
  await schema
    .createIndex('post_tags_visible')
    .on('post_tags')
    .columns(['tag_id', 'published', 'created_at', 'post_id'])
    .execute()
  await schema
    .createIndex('post_tags_newest')
    .on('post_tags')
    .columns(['tag_id', 'created_at', 'post_id'])
    .execute()
}

async function createMedia(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('media')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('media_files')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .execute()
  await schema
    .createIndex('media_files_media')
    .on('media_files')
    .columns(['media_id', 'width', 'name'])
    .execute()
  await schema
    .createTable('media_uses')
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('media_uses_pk', ['media_id', 'post_id'])
    .execute()
  await schema.createIndex('media_uses_post').on('media_uses').column('post_id').execute()
}

async function createViews(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('post_view_days')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('views', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_view_days_pk', ['day', 'post_id'])
    .execute()
  await schema.createIndex('post_view_days_post').on('post_view_days').column('post_id').execute()
  await schema
    .createTable('post_visitors')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('visitor', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_visitors_pk', ['day', 'post_id', 'visitor'])
    .execute()
  await schema.createIndex('post_visitors_post').on('post_visitors').column('post_id').execute()
  await schema
    .createTable('visitor_salts')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('salt', 'text', (c) => c.notNull())
    .execute()
}

async function createInboxes(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('contact_messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('subscribers')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('idempotency_keys')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['scope', 'key'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
  await schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('rate_limits_age').on('rate_limits').column('expires_at').execute()
}
