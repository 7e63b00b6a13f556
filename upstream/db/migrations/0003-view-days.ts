import type { Trx } from '../open.ts'

/** A later migration drops these tables. */
type ViewTables = {
  post_view_days: { day: string; views: number }
  view_days: { day: string; views: number }
}

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  const old = trx.withTables<ViewTables>()
  await schema
    .createTable('view_days')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('views', 'integer', (c) => c.notNull())
    .execute()
  await old
    .insertInto('view_days')
    .columns(['day', 'views'])
    .expression(
      old
        .selectFrom('post_view_days')
        .select((eb) => ['day', eb.fn.sum<number>('views').as('views')])
        .groupBy('day'),
    )
    .execute()
  await schema.createIndex('contact_messages_age').on('contact_messages').column('created_at').execute()
  await schema.createIndex('subscribers_age').on('subscribers').column('created_at').execute()
}
