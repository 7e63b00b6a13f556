import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .alterTable('tags')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
