import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  const { schema } = trx
  await schema.alterTable('accounts').addColumn('last_seen_at', 'bigint').execute()
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.references('accounts.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('account_links')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('invitation_id', 'text', (c) => c.references('invitations.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  for (const column of ['invitation_id', 'account_id', 'expires_at'])
    await schema.createIndex(`account_links_${column}`).on('account_links').column(column).execute()
  await schema
    .alterTable('outbox')
    .addColumn('invitation_id', 'text', (c) => c.references('invitations.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('outbox_invitation').on('outbox').column('invitation_id').execute()
  await schema.createIndex('tokens_account').on('tokens').column('account_id').execute()
  await schema.createIndex('accounts_author').on('accounts').column('author_id').execute()
}
