import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  for (const name of ['working_copy', 'automatic'])
    await schema
      .alterTable('post_revisions')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
}
