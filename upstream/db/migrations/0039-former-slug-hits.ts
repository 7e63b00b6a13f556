import type { Trx } from '../open.ts'

const tables = ['post_slugs', 'case_study_slugs', 'author_slugs', 'category_slugs', 'tag_redirects']

export async function up({ schema }: Trx): Promise<void> {
  for (const table of tables) {
    await schema
      .alterTable(table)
      .addColumn('hits', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.alterTable(table).addColumn('last_hit_at', 'bigint').execute()
  }
}
