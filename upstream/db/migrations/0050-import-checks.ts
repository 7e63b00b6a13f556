import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema.alterTable('imports').addColumn('checking_at', 'bigint').execute()
}
