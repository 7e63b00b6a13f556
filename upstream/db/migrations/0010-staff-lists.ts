import { toSearchText } from '../../messages/list.ts'
import type { Trx } from '../open.ts'

const BATCH_SIZE = 500

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  await schema.createIndex('posts_views').on('posts').columns(['views', 'id']).execute()
  await schema
    .alterTable('contact_messages')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await fillSearchText(trx)
  await schema.dropIndex('contact_messages_age').execute()
  await schema.dropIndex('contact_messages_read').execute()
  await schema
    .createIndex('contact_messages_newest')
    .on('contact_messages')
    .columns(['created_at', 'id'])
    .execute()
  await schema
    .createIndex('contact_messages_unread')
    .on('contact_messages')
    .columns(['read_at', 'created_at', 'id'])
    .execute()
}

async function fillSearchText(trx: Trx) {
  for (let lastId = ''; ;) {
    const rows = await trx
      .selectFrom('contact_messages')
      .select(['id', 'name', 'email', 'subject', 'message'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id, ...message } of rows)
      await trx
        .updateTable('contact_messages')
        .set({ search_text: toSearchText(message) })
        .where('id', '=', id)
        .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    lastId = lastRow.id
  }
}
