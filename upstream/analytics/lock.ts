import { sql } from 'kysely'
import type { Trx } from '../db/open.ts'

/** Writers of posts lock the same row first, so that lock order prevents deadlocks. */
export async function lockFigures(trx: Trx): Promise<void> {
  await trx
    .updateTable('totals')
    .set({ last_id: sql`last_id` })
    .execute()
}
