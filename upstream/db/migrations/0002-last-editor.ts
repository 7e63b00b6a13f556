import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await trx.schema
    .alterTable('posts')
    .addColumn('updated_by', 'integer', (column) => column.references('authors.id'))
    .execute()
}
