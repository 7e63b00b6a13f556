import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema.alterTable('accounts').addColumn('editor_mode', 'text').execute()
}
