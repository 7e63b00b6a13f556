import { sql } from 'kysely'
import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await extendSubscribers(trx)
  await createLinks(trx)
  await createOutbox(trx)
}

async function extendSubscribers(trx: Trx) {
  const { schema } = trx
  await schema.alterTable('subscribers').addColumn('confirmed_at', 'bigint').execute()
  await schema.alterTable('subscribers').addColumn('asked_at', 'bigint').execute()
  await schema
    .alterTable('subscribers')
    .addColumn('asked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // Existing subscribers count as confirmed.
  await trx
    .updateTable('subscribers')
    .set({ confirmed_at: sql`created_at` })
    .execute()
  await schema.dropIndex('subscribers_age').execute()
  await schema
    .createIndex('subscribers_confirmed')
    .on('subscribers')
    .columns(['confirmed_at', 'asked_at'])
    .execute()
}

async function createLinks({ schema }: Trx) {
  await schema
    .createTable('newsletter_links')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('address', 'text', (c) => c.references('subscribers.address').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirms_until', 'bigint', (c) => c.notNull())
    .addColumn('spent_at', 'bigint')
    .execute()
  await schema.createIndex('newsletter_links_address').on('newsletter_links').column('address').execute()
  await schema.createIndex('newsletter_links_spent').on('newsletter_links').column('spent_at').execute()
}

async function createOutbox({ schema }: Trx) {
  await schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.references('contact_messages.id').onDelete('cascade'))
    .addColumn('subscriber', 'text', (c) => c.references('subscribers.address').onDelete('cascade'))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'due_at', 'id']).execute()
  await schema.createIndex('outbox_message').on('outbox').column('message_id').execute()
  await schema.createIndex('outbox_subscriber').on('outbox').column('subscriber').execute()
}
