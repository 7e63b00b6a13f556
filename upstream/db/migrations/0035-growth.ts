import { sql } from 'kysely'
import { countBlocks } from '../../activity/blocks.ts'
import { toNameKey, updateLastUse } from '../../posts/tags.ts'
import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await countActivity(trx)
  await sortTags(trx)
  await trx.schema
    .createIndex('posts_author_category')
    .on('posts')
    .columns(['author_id', 'category_id', 'published', 'created_at', 'id'])
    .where(sql<boolean>`removed = 0`)
    .execute()
}

async function countActivity(trx: Trx) {
  const { schema } = trx
  await schema.dropIndex('activity_newest').execute()
  await schema.createIndex('activity_newest').on('activity').columns(['created_at', 'id', 'kind']).execute()
  await schema
    .createTable('activity_blocks')
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('activity_blocks_pk', ['start', 'kind'])
    .execute()
  await countBlocks(trx)
}

async function sortTags(trx: Trx) {
  const { schema } = trx
  await schema
    .alterTable('tags')
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('tags').addColumn('last_used_at', 'bigint').execute()
  const tags = await trx.selectFrom('tags').select(['id', 'name']).execute()
  for (const { id, name } of tags)
    await trx
      .updateTable('tags')
      .set({ name_key: toNameKey(name) })
      .where('id', '=', id)
      .execute()
  await updateLastUse(trx, 'all')
  const sorted = { tags_name: 'name_key', tags_posts: 'total_count desc', tags_used: 'last_used_at desc' }
  for (const [name, column] of Object.entries(sorted))
    await schema
      .createIndex(name)
      .on('tags')
      .columns([...new Set([column, 'name_key', 'key'])])
      .execute()
}
