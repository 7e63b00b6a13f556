import { sql } from 'kysely'
import type { Trx } from '../open.ts'

/** Feeds used the current slug as the id, and readers know what was published before by it. */
export async function up(trx: Trx): Promise<void> {
  for (const table of ['posts', 'case_studies']) {
    await trx.schema.alterTable(table).addColumn('feed_slug', 'text').execute()
    await sql`update ${sql.table(table)} set feed_slug = slug where published_at is not null`.execute(trx)
  }
}
