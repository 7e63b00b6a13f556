import type { Trx } from '../open.ts'

/** When an account was disabled; null while it may sign in. */
export async function up(trx: Trx): Promise<void> {
  await trx.schema.alterTable('accounts').addColumn('disabled_at', 'bigint').execute()
}
