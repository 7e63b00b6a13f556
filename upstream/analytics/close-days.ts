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
  for (const table of ['page_figures', 'landing_figures', 'name_figures'] as const)
    for (const [from, to] of expired)
      await trx.deleteFrom(table).where('period', '>=', from).where('period', '<', to).execute()
}

async function closeNextDay(trx: Trx, today: string): Promise<boolean> {
  await lockWrites(trx)
  const closedDay = await readClosedDay(trx)
  const next = await trx
    .selectFrom('page_figures')
    .select('period')
    .where('period', '>', Math.max(closedDay, FIRST_DAY))
    .where('period', '<', dayPeriod(today))
    .orderBy('period')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  if (thirdOfMonth(closedDay) < thirdOfMonth(next.period)) await addUpThird(trx, thirdOfMonth(closedDay))
  await limitRows(trx, next.period, dayLimits)
  // The last days of a month may have no views, so the next day ends it too.
  const months = new Set([closedDay, next.period].map((day) => monthPeriod(toDayText(day))))
  for (const month of months) if (month < monthPeriod(today)) await limitRows(trx, month, monthLimits)
  await trx
    .insertInto('figure_jobs')
    .values({ id: 1, closed_day: next.period })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ closed_day: next.period }))
    .execute()
  return true
}
