import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await trx.schema.alterTable('accounts').addColumn('disabled_at', 'bigint').execute()
}
