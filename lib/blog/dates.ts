import { addDays, siteFormat, startOfDay, toDay } from '#contract/calendar.ts'

const formatLong = siteFormat('en-US', { dateStyle: 'long' })
const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const formatClock = siteFormat('en-US', clock)
const formatDateAndClock = siteFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', ...clock })
const formatDayOfYear = siteFormat('en-US', { month: 'long', day: 'numeric' })

export const formatDate = (iso: string) => formatLong(Date.parse(iso))

export const formatTime = (iso: string) => formatClock(Date.parse(iso))

export const formatDateTime = (iso: string) => formatDateAndClock(Date.parse(iso))

export const isToday = (iso: string, now = Date.now()) => toDay(Date.parse(iso)) === toDay(now)

/** Leaves out the year of `now`: November 21. */
export function formatShortDate(iso: string, now = Date.now()): string {
  const year = (time: number) => toDay(time).slice(0, 4)
  return year(Date.parse(iso)) === year(now) ? formatDayOfYear(Date.parse(iso)) : formatDate(iso)
}

export const dateRanges = ['today', 'week', 'month', 'year'] as const
export type DateRange = (typeof dateRanges)[number]

const rangeDays: Record<DateRange, number> = { today: 1, week: 7, month: 30, year: 365 }

/** Ranges have no end, so that a browser's slow clock hides no new post. */
export const getRangeStart = (range: DateRange, now: number): string =>
  new Date(startOfDay(addDays(toDay(now), 1 - rangeDays[range]))).toISOString()

const calendarFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(Date.parse(day))
}

/** A calendar day is independent of time zones: Monday, November 23. */
export const formatDay = calendarFormat({ weekday: 'long', month: 'long', day: 'numeric' })

export const formatMonth = calendarFormat({ month: 'long', year: 'numeric' })
