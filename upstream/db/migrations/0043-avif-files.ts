import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema.alterTable('media_files').addColumn('avif', 'bytea').execute()
}
