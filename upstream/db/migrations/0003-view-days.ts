import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  await schema
    .createTable('view_days')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('views', 'integer', (c) => c.notNull())
    .execute()
  await trx
    .insertInto('view_days')
    .columns(['day', 'views'])
    .expression(
      trx
        .selectFrom('post_view_days')
        .select((eb) => ['day', eb.fn.sum<number>('views').as('views')])
        .groupBy('day'),
    )
    .execute()
  await schema.createIndex('contact_messages_age').on('contact_messages').column('created_at').execute()
  await schema.createIndex('subscribers_age').on('subscribers').column('created_at').execute()
}
