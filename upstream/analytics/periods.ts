import { addDays, toDay, toHour } from '#contract/calendar.ts'

/** 2026112213 is an hour, 20261122 a day, 2026113 the last third of a month and 202611 a month, all in the site's time zone. */
export const dayPeriod = (day: string) => Number(day.replaceAll('-', ''))
export const monthPeriod = (day: string) => Number(day.slice(0, 7).replace('-', ''))
export const hourPeriod = (day: string, hour: number) => dayPeriod(day) * 100 + hour

export const thirdOfMonth = (period: number) =>
  Math.floor(period / 100) * 10 + Math.min(3, Math.ceil((period % 100) / 10))

export const FIRST_THIRD = 1_000_000
export const FIRST_DAY = 10_000_000
export const FIRST_HOUR = 1_000_000_000

export interface Moment {
  hour: number
  day: number
  month: number
}

export function momentOf(time: number): Moment {
  const day = toDay(time)
  return { hour: hourPeriod(day, toHour(time)), day: dayPeriod(day), month: monthPeriod(day) }
}

export function listDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const lastDayOfMonth = (day: string) => {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return addDays(next.toISOString().slice(0, 10), -1)
}

export const toDayText = (period: number) => String(period).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

function lastDayOfThird(day: string): string {
  const third = thirdOfMonth(dayPeriod(day)) % 10
  return third === 3 ? lastDayOfMonth(day) : `${day.slice(0, 8)}${third}0`
}

/** Covers a range with whole months, closed thirds of months and the remaining days, so that a year needs few rows. */
export function coverRange(from: string, to: string, closedDay = 0): number[] {
  const periods: number[] = []
  for (let day = from; day <= to;) {
    const lastOfMonth = lastDayOfMonth(day)
    const lastOfThird = lastDayOfThird(day)
    const third = thirdOfMonth(dayPeriod(day))
    if (day.endsWith('-01') && lastOfMonth <= to) {
      periods.push(monthPeriod(day))
      day = addDays(lastOfMonth, 1)
    } else if (/-[012]1$/.test(day) && lastOfThird <= to && third < thirdOfMonth(closedDay)) {
      periods.push(third)
      day = addDays(lastOfThird, 1)
    } else {
      periods.push(dayPeriod(day))
      day = addDays(day, 1)
    }
  }
  return periods
}
