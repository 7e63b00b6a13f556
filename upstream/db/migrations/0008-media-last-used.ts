import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await trx.schema
    .alterTable('media')
    .addColumn('last_used_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await trx.updateTable('media').set({ last_used_at: Date.now() }).execute()
}
