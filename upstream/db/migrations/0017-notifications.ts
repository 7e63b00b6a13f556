import { sql, type RawBuilder } from 'kysely'
import type { DialectName, Trx } from '../open.ts'

export async function up(trx: Trx, dialect: DialectName): Promise<void> {
  await trx.schema.createIndex('activity_kind').on('activity').columns(['kind', 'created_at', 'id']).execute()
  await identifySubscribers(trx, dialect)
  await createNotifications(trx)
  await addEarlierActivity(trx)
}

async function identifySubscribers(trx: Trx, dialect: DialectName) {
  await trx.schema
    .alterTable('subscribers')
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const randomId = dialect === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`
  await sql`update subscribers set id = ${randomId}`.execute(trx)
  await trx.schema.createIndex('subscribers_id').on('subscribers').column('id').unique().execute()
}

async function createNotifications({ schema }: Trx) {
  await schema
    .createTable('notifications')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('object_name', 'text', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('email_id', 'text')
    .execute()
  await schema
    .createIndex('notifications_newest')
    .on('notifications')
    .columns(['account_id', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('notifications_unread')
    .on('notifications')
    .columns(['account_id', 'read_at', 'created_at', 'id'])
    .execute()
  await schema.createIndex('notifications_due').on('notifications').column('due_at').execute()
  await schema.createIndex('notifications_email').on('notifications').column('email_id').execute()
  await schema.createIndex('notifications_age').on('notifications').column('created_at').execute()
  await schema
    .createTable('notification_preferences')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('channels', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('known_browsers')
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('browser', 'text')
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_browsers_key', ['account_id', 'browser'])
    .execute()
}

/** Reconstructs earlier entries from posts, messages and subscribers. */
async function addEarlierActivity(trx: Trx) {
  const columns = sql`id, created_at, account_id, account_name, kind, object_type, object_id, object_name, details`
  const addPosts = (
    action: 'created' | 'published' | 'changed',
    time: string,
    condition: RawBuilder<unknown>,
  ) =>
    sql`insert into activity (${columns})
      select ${sql.lit(`${action}-`)} || public_id, ${sql.ref(time)},
        (select min(accounts.id) from accounts where accounts.author_id = authors.id),
        authors.name, ${sql.lit(`post.${action}`)}, 'post', public_id, title, '{}'
      from posts join authors on authors.id = ${action === 'changed' ? sql`coalesce(updated_by, author_id)` : sql`author_id`}
      where ${condition}`.execute(trx)
  await addPosts('created', 'created_at', sql`published_at is null or published_at > created_at`)
  await addPosts('published', 'published_at', sql`published_at is not null`)
  await addPosts(
    'changed',
    'updated_at',
    sql`updated_at > created_at and (published_at is null or updated_at > published_at)`,
  )
  await sql`insert into activity (${columns})
    select 'received-' || id, created_at, null, '', 'message.received', 'message', id, '', '{}'
    from contact_messages`.execute(trx)
  await sql`insert into activity (${columns})
    select 'added-' || id, confirmed_at, null, '', 'subscriber.added', 'subscriber', id, '', '{}'
    from subscribers where confirmed_at is not null`.execute(trx)
}
