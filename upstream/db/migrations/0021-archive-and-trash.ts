import { sql } from 'kysely'
import { rebuildBlocks } from '../../posts/blocks.ts'
import type { Trx } from '../open.ts'
import { lockWrites } from '../write-lock.ts'

/** Lists never read archived or trashed posts, so their indexes leave them out. */
const listIndexes = {
  posts_visible: ['published', 'created_at', 'id'],
  posts_newest: ['created_at', 'id'],
  posts_updated: ['updated_at', 'id'],
  posts_title: ['title_key', 'id'],
  posts_views: ['views', 'id'],
  posts_category_newest: ['category_id', 'created_at', 'id'],
}

export async function up(trx: Trx): Promise<void> {
  await trx.schema
    .alterTable('posts')
    .addColumn('removed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const [name, columns] of Object.entries(listIndexes)) {
    await trx.schema.dropIndex(name).execute()
    const index = trx.schema.createIndex(name).on('posts').columns(columns)
    await index.where(sql<boolean>`removed = 0`).execute()
  }
  await createRemovedPosts(trx)
  if (!(await hasBlocks(trx))) await rebuildBlocks(await lockWrites(trx), 'all')
}

/** False when there are no posts, and when migration 0019 has just created the table. */
const hasBlocks = async (trx: Trx) =>
  (await trx.selectFrom('post_blocks').select('list_id').limit(1).executeTakeFirst()) !== undefined

async function createRemovedPosts({ schema }: Trx) {
  await schema
    .createTable('removed_posts')
    .addColumn('post_id', 'integer', (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('trashed_at', 'bigint')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('removed_posts_archived')
    .on('removed_posts')
    .columns(['archived_at', 'post_id'])
    .execute()
  await schema
    .createIndex('removed_posts_trashed')
    .on('removed_posts')
    .columns(['trashed_at', 'post_id'])
    .execute()
  await schema
    .createTable('removed_post_tags')
    .addColumn('post_id', 'integer', (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('tag_id', 'integer', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('removed_post_tags_pk', ['post_id', 'tag_id'])
    .execute()
  await schema.createIndex('removed_post_tags_tag').on('removed_post_tags').column('tag_id').execute()
}
