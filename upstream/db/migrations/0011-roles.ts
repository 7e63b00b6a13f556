import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  await schema
    .alterTable('accounts')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute()
  await schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('object_type', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('object_name', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  const newestOf = (name: string, columns: string[]) =>
    schema
      .createIndex(name)
      .on('activity')
      .columns([...columns, 'created_at', 'id'])
      .execute()
  await newestOf('activity_newest', [])
  await newestOf('activity_account', ['account_id'])
  await newestOf('activity_type', ['object_type'])
  await newestOf('activity_object', ['object_id'])
}
