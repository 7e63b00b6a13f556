import { sql } from 'kysely'
import { addDays, toDay } from '#contract/calendar.ts'
import type { Db } from '#upstream/db/open.ts'

const PAIRS = 500
const NAMES = 100
const SOURCES = 3000
const HOURS_KEPT_DAYS = 14

const list = (count: number) =>
  sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}) select n from numbers) as numbers`
const periodOf = (day: string) => Number(day.replaceAll('-', ''))

export async function fillFigures(db: Db, size: { days: number; pages: number }): Promise<void> {
  const today = toDay(Date.now())
  const days = Array.from({ length: size.days }, (_, index) => addDays(today, index + 1 - size.days))
  const months = [...new Set(days.map((day) => Math.floor(periodOf(day) / 100)))]
  const hours = days
    .slice(-HOURS_KEPT_DAYS)
    .flatMap((day) => Array.from({ length: 24 }, (_, hour) => periodOf(day) * 100 + hour))
  await db.transaction().execute(async (trx) => {
    await sql`insert into figure_pages (id, path) select n, '/blog/a-post-with-a-usual-name-' || n from ${list(size.pages)}`.execute(
      trx,
    )
    await sql`insert into figure_sources (id, name, medium, campaign)
      select n, 'site-' || n || '.example', '', '' from ${list(SOURCES)}`.execute(trx)
    const pages = (period: number) =>
      sql`insert into page_figures select ${sql.lit(period)}, n - 1, 40 + (n * 7919) % 400, 20, 10, 1 from ${list(size.pages + 1)}`.execute(
        trx,
      )
    for (const period of hours) await pages(period)
    for (const period of [...days.map(periodOf), ...months]) {
      const factor = period < 1_000_000 ? 3 : 1
      const first = (period * 31) % 2000
      await pages(period)
      await sql`insert into landing_figures select ${sql.lit(period)}, n, 0, 3, 1, 0 from ${list(20)}`.execute(
        trx,
      )
      const pairs = Math.min(PAIRS * factor, size.pages)
      await sql`insert into landing_figures select ${sql.lit(period)}, n, ${sql.lit(first)} + n % 100 + 1, 5, 0, 0 from ${list(pairs)}`.execute(
        trx,
      )
      await sql`insert into landing_figures select ${sql.lit(period)}, 0, ${sql.lit(first)} + n, 40, 1, 0 from ${list(NAMES * factor)}`.execute(
        trx,
      )
      for (const kind of ['search', 'missing'])
        await sql`insert into name_figures select ${sql.lit(period)}, ${kind}, 'what somebody wrote ' || ${sql.lit(String(first))} || '-' || n, 9, 3 from ${list(NAMES * factor)}`.execute(
          trx,
        )
    }
  })
}
