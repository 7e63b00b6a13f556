import { sql, type CreateTableBuilder } from 'kysely'
import type { DialectName, Trx } from '../open.ts'

/** Takes a third of the space on SQLite, which otherwise stores the primary key twice. */
const compact = <Table extends string>(
  table: CreateTableBuilder<Table, string>,
  dialect: DialectName,
): CreateTableBuilder<Table, string> => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table)

export async function up(trx: Trx, dialect: DialectName): Promise<void> {
  await createNames(trx)
  await createFigures(trx, dialect)
  await createReaders(trx)
  await copyViewDays(trx)
  for (const former of ['post_view_days', 'view_days', 'post_visitors', 'visitor_salts'])
    await trx.schema.dropTable(former).ifExists().execute()
}

async function createNames({ schema }: Trx) {
  await schema
    .createTable('figure_pages')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('path', 'text', (c) => c.notNull().unique())
    .addColumn('post_id', 'integer', (c) => c.unique())
    .execute()
  await schema
    .createTable('figure_sources')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('medium', 'text', (c) => c.notNull())
    .addColumn('campaign', 'text', (c) => c.notNull())
    .addUniqueConstraint('figure_sources_names', ['name', 'medium', 'campaign'])
    .execute()
}

async function createFigures(trx: Trx, dialect: DialectName) {
  const { schema } = trx
  await compact(
    schema
      .createTable('page_figures')
      .addColumn('period', 'integer', (c) => c.notNull())
      .addColumn('page_id', 'integer', (c) => c.notNull())
      .addColumn('views', 'integer', (c) => c.notNull())
      .addColumn('readers', 'integer')
      .addColumn('visits', 'integer', (c) => c.notNull())
      .addColumn('shares', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_figures_pk', ['period', 'page_id']),
    dialect,
  ).execute()
  await compact(
    schema
      .createTable('landing_figures')
      .addColumn('period', 'integer', (c) => c.notNull())
      .addColumn('page_id', 'integer', (c) => c.notNull())
      .addColumn('source_id', 'integer', (c) => c.notNull())
      .addColumn('visits', 'integer', (c) => c.notNull())
      .addColumn('messages', 'integer', (c) => c.notNull())
      .addColumn('subscriptions', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('landing_figures_pk', ['period', 'page_id', 'source_id']),
    dialect,
  ).execute()
  await compact(
    schema
      .createTable('name_figures')
      .addColumn('period', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('hits', 'integer', (c) => c.notNull())
      .addColumn('misses', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('name_figures_pk', ['period', 'kind', 'name']),
    dialect,
  ).execute()
  await schema
    .createTable('figure_jobs')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('closed_day', 'integer', (c) => c.notNull())
    .execute()
  await sql`create index landing_figures_source on landing_figures (source_id) where page_id = 0`.execute(trx)
}

async function createReaders({ schema }: Trx) {
  await schema
    .createTable('reader_salts')
    .addColumn('slot', 'integer', (c) => c.primaryKey())
    .addColumn('salt', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('reader_marks')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('counted_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('reader_marks_slot').on('reader_marks').column('slot').execute()
}

/** Earlier releases stored one view per reader, post and day; readers of the whole site were not counted. */
async function copyViewDays(trx: Trx) {
  await sql`insert into figure_pages (id, path, post_id)
    select row_number() over (order by id), '/blog/' || slug, id from posts
    where id in (select post_id from post_view_days)`.execute(trx)
  const day = sql`cast(replace(day, '-', '') as integer)`
  const month = sql`cast(substr(replace(day, '-', ''), 1, 6) as integer)`
  for (const period of [day, month]) {
    await sql`insert into page_figures (period, page_id, views, readers, visits, shares)
      select ${period}, figure_pages.id, sum(views), sum(views), 0, 0
      from post_view_days join figure_pages on figure_pages.post_id = post_view_days.post_id
      group by 1, 2`.execute(trx)
    await sql`insert into page_figures (period, page_id, views, readers, visits, shares)
      select ${period}, 0, sum(views), null, 0, 0 from view_days group by 1`.execute(trx)
  }
}
