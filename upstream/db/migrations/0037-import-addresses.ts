import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema.alterTable('imports').addColumn('options', 'text').execute()
  await schema
    .createTable('import_addresses')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_addresses_path', ['import_id', 'path'])
    .execute()
  await schema
    .createIndex('import_addresses_position')
    .on('import_addresses')
    .columns(['import_id', 'position'])
    .execute()
  await schema
    .alterTable('redirects')
    .addColumn('post_id', 'integer', (c) => c.references('posts.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('redirects_post').on('redirects').column('post_id').execute()
}
