import type { Trx } from '../open.ts'

/** Imports that were checked by older versions of the site have neither. */
export async function up({ schema }: Trx): Promise<void> {
  await schema
    .alterTable('imports')
    .addColumn('categories', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema
    .alterTable('import_posts')
    .addColumn('author', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
