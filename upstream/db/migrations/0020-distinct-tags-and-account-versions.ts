import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .alterTable('accounts')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .createTable('distinct_tags')
    .addColumn('tag_id', 'integer', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addColumn('other_id', 'integer', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('distinct_tags_pair', ['tag_id', 'other_id'])
    .execute()
  await schema.createIndex('distinct_tags_other').on('distinct_tags').column('other_id').execute()
}
