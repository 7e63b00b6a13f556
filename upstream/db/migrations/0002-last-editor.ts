import type { Trx } from '../open.ts'

/** Who changed a post last, for whoever finds it changed under their hands. */
export async function up(trx: Trx): Promise<void> {
  await trx.schema
    .alterTable('posts')
    .addColumn('updated_by', 'integer', (column) => column.references('authors.id'))
    .execute()
}
