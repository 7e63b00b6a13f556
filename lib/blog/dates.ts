import { addDays, siteTimeZone, startOfDay, toDay } from '#contract/calendar.ts'

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: siteTimeZone })

export const formatDate = (iso: string) => longFormat.format(new Date(iso))

const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: siteTimeZone } as const
const timeFormat = new Intl.DateTimeFormat('en-US', clock)
const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  ...clock,
})
const dayOfYearFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: siteTimeZone,
})

/** The time of day with its time zone: 3:40 PM EST. */
export const formatTime = (iso: string) => timeFormat.format(new Date(iso))

/** November 21, 2026 at 3:40 PM EST. */
export const formatDateTime = (iso: string) => dateTimeFormat.format(new Date(iso))

/** Leaves out the year of `now`: November 21. */
export function formatShortDate(iso: string, now = Date.now()): string {
  const year = (time: number) => toDay(time).slice(0, 4)
  return year(Date.parse(iso)) === year(now) ? dayOfYearFormat.format(new Date(iso)) : formatDate(iso)
}

export const dateRanges = ['today', 'week', 'month', 'year'] as const
export type DateRange = (typeof dateRanges)[number]

const rangeDays: Record<DateRange, number> = { today: 1, week: 7, month: 30, year: 365 }

export const getDateSpan = (range: DateRange, now: number): { from: string; to: string } => ({
  from: new Date(startOfDay(addDays(toDay(now), 1 - rangeDays[range]))).toISOString(),
  to: new Date(now).toISOString(),
})
