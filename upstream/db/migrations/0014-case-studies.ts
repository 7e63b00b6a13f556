import { addSampleCaseStudies } from '../../seed/case-studies.ts'
import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await createTables(trx)
  // Earlier releases had these case studies in the page; a new database has no account yet.
  if (await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst())
    await addSampleCaseStudies(trx)
}

async function createTables({ schema }: Trx) {
  await schema
    .createTable('case_studies')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('public_id', 'text', (c) => c.notNull().unique())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('results', 'text', (c) => c.notNull())
    .addColumn('services', 'text', (c) => c.notNull())
    .addColumn('drawing', 'text')
    .addColumn('quote', 'text')
    .addColumn('cover_id', 'text')
    .addColumn('cover_alt', 'text', (c) => c.notNull())
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by', 'integer')
    .execute()
  await schema.createIndex('case_studies_cover').on('case_studies').column('cover_id').execute()
  await schema
    .createTable('case_study_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('case_study_id', 'integer', (c) =>
      c.notNull().references('case_studies.id').onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('case_study_slugs_study').on('case_study_slugs').column('case_study_id').execute()
  await schema
    .createTable('case_study_images')
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addColumn('case_study_id', 'integer', (c) =>
      c.notNull().references('case_studies.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('case_study_images_pk', ['media_id', 'case_study_id'])
    .execute()
  await schema
    .createIndex('case_study_images_study')
    .on('case_study_images')
    .column('case_study_id')
    .execute()
}
