import type { Trx } from '../open.ts'

/** Filled by migration 0021, which adds a column that the counts depend on. */
export async function up(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('post_blocks')
    .addColumn('list_id', 'integer', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('newest', 'bigint', (c) => c.notNull())
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_blocks_pk', ['list_id', 'start'])
    .execute()
}
