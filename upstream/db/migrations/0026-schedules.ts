import { sql } from 'kysely'
import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  await schema
    .createTable('post_schedules')
    .addColumn('post_id', 'integer', (c) => c.primaryKey().references('posts.id').onDelete('cascade'))
    .addColumn('publish_at', 'bigint')
    .addColumn('unpublish_at', 'bigint')
    .addColumn('planned_for', 'text')
    .addColumn('due_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('set null'))
    .execute()
  for (const column of ['publish_at', 'planned_for', 'due_at'])
    await schema
      .createIndex(`post_schedules_${column}`)
      .on('post_schedules')
      .column(column)
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute()
  await schema
    .createIndex('posts_published_at')
    .on('posts')
    .columns(['published_at', 'id'])
    .where(sql<boolean>`published = 1`)
    .execute()
}
