import { addDays, toDay, toHour } from '#contract/calendar.ts'

/** 2026112213 is an hour, 20261122 a day and 202611 a month, all in the site's time zone. */
export const dayPeriod = (day: string) => Number(day.replaceAll('-', ''))
export const monthPeriod = (day: string) => Number(day.slice(0, 7).replace('-', ''))
export const hourPeriod = (day: string, hour: number) => dayPeriod(day) * 100 + hour

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

/** Covers a range with whole months and the remaining days, so that a year needs few rows. */
export function coverRange(from: string, to: string): number[] {
  const periods: number[] = []
  for (let day = from; day <= to;) {
    const last = lastDayOfMonth(day)
    if (day.endsWith('-01') && last <= to) {
      periods.push(monthPeriod(day))
      day = addDays(last, 1)
    } else {
      periods.push(dayPeriod(day))
      day = addDays(day, 1)
    }
  }
  return periods
}
