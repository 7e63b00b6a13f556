import { addDays, toDay } from '#contract/calendar.ts'
import type { Db, Trx } from '../db/open.ts'
import { addUpThird, readClosedDay } from './thirds.ts'
import {
  dayPeriod,
  FIRST_DAY,
  FIRST_HOUR,
  FIRST_THIRD,
  hourPeriod,
  monthPeriod,
  thirdOfMonth,
  toDayText,
} from './periods.ts'
import { dayLimits, limitRows, monthLimits } from './limit-rows.ts'
import { lockWrites } from '../db/write-lock.ts'
import { deleteExpiredMarks } from './readers.ts'

export const HOURS_KEPT_DAYS = 14
const DAYS_KEPT = 5 * 366

const figureTables = ['page_figures', 'landing_figures', 'name_figures'] as const

/** Combines names beyond the limits of a finished day, and deletes old data. Each day is closed once, by one process. */
export async function closeDays(db: Db, isStopped = () => false): Promise<void> {
  const now = Date.now()
  const today = toDay(now)
  await db.transaction().execute(async (trx) => {
    await lockWrites(trx)
    await deleteExpiredMarks(trx, now)
    await deleteOld(trx, today)
  })
  for (let isClosing = true; isClosing && !isStopped();)
    isClosing = await db.transaction().execute((trx) => closeNextDay(trx, today))
}

async function deleteOld(trx: Trx, today: string) {
  const oldestHour = hourPeriod(addDays(today, -HOURS_KEPT_DAYS), 0)
  const oldestDay = addDays(today, -DAYS_KEPT)
  const expired = [
    [FIRST_HOUR, oldestHour],
    [FIRST_DAY, dayPeriod(oldestDay)],
    [FIRST_THIRD, thirdOfMonth(dayPeriod(oldestDay))],
    [0, monthPeriod(oldestDay)],
  ] as const
  for (const table of figureTables)
    for (const [from, to] of expired)
      await trx.deleteFrom(table).where('period', '>=', from).where('period', '<', to).execute()
}

async function findNextDay(trx: Trx, closedDay: number, today: string): Promise<number | null> {
  const days: number[] = []
  for (const table of figureTables) {
    const row = await trx
      .selectFrom(table)
      .select('period')
      .where('period', '>', Math.max(closedDay, FIRST_DAY))
      .where('period', '<', dayPeriod(today))
      .orderBy('period')
      .limit(1)
      .executeTakeFirst()
    if (row) days.push(row.period)
  }
  return days.length > 0 ? Math.min(...days) : null
}

async function closeNextDay(trx: Trx, today: string): Promise<boolean> {
  await lockWrites(trx)
  const closedDay = await readClosedDay(trx)
  const next = await findNextDay(trx, closedDay, today)
  if (next === null) return false
  if (thirdOfMonth(closedDay) < thirdOfMonth(next)) await addUpThird(trx, thirdOfMonth(closedDay))
  await limitRows(trx, next, dayLimits)
  // The last days of a month may have no figures, so the next day ends it too.
  const months = new Set([closedDay, next].map((day) => monthPeriod(toDayText(day))))
  for (const month of months) if (month < monthPeriod(today)) await limitRows(trx, month, monthLimits)
  await trx
    .insertInto('figure_jobs')
    .values({ id: 1, closed_day: next })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ closed_day: next }))
    .execute()
  return true
}
