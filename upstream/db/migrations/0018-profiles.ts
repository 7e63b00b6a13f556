import { v7 as uuid } from 'uuid'
import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await extendAuthors(trx)
  await extendTokens(trx)
  await createEmailChanges(trx)
}

async function extendAuthors(trx: Trx) {
  const { schema } = trx
  await schema.alterTable('authors').addColumn('photo_id', 'text').execute()
  for (const side of ['photo_x', 'photo_y'])
    await schema
      .alterTable('authors')
      .addColumn(side, 'integer', (c) => c.notNull().defaultTo(50))
      .execute()
  await schema
    .alterTable('authors')
    .addColumn('links', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema
    .alterTable('authors')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.createIndex('authors_photo').on('authors').column('photo_id').execute()
  await schema
    .createTable('author_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('author_id', 'integer', (c) => c.notNull().references('authors.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('author_slugs_author').on('author_slugs').column('author_id').execute()
}

async function extendTokens(trx: Trx) {
  const { schema } = trx
  for (const name of ['id', 'device'])
    await schema
      .alterTable('tokens')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await schema
    .alterTable('tokens')
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  const tokens = await trx.selectFrom('tokens').select(['hash', 'created_at']).execute()
  for (const { hash, created_at } of tokens)
    await trx
      .updateTable('tokens')
      .set({ id: uuid(), last_seen_at: created_at })
      .where('hash', '=', hash)
      .execute()
  await schema.createIndex('tokens_id').unique().on('tokens').column('id').execute()
}

async function createEmailChanges(trx: Trx) {
  const { schema } = trx
  await schema
    .createTable('email_changes')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('email_change_links')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) =>
      c.notNull().references('email_changes.account_id').onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('email_change_links_account')
    .on('email_change_links')
    .column('account_id')
    .execute()
  await schema.alterTable('outbox').addColumn('account_id', 'text').execute()
}
