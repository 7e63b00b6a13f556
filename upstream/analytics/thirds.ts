import { sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'

/** Days up to this one, and the thirds of months before its own, no longer change; 0 when there are none. */
export async function readClosedDay(db: Db): Promise<number> {
  const job = await db.selectFrom('figure_jobs').select('closed_day').executeTakeFirst()
  return job?.closed_day ?? 0
}

/** Adds up the days of a third, so that the pages of a range need fewer rows. */
export async function addUpThird(trx: Trx, third: number): Promise<void> {
  const month = Math.floor(third / 10) * 100
  const first = month + (third % 10) * 10 - 9
  const last = third % 10 === 3 ? month + 31 : first + 9
  await sql`
    insert into page_figures (period, page_id, views, readers, visits, shares)
    select ${sql.lit(third)}, page_id, sum(views), sum(readers), sum(visits), sum(shares)
    from page_figures where period between ${sql.lit(first)} and ${sql.lit(last)} group by page_id`.execute(
    trx,
  )
}
