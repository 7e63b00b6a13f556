import { DAY_MS } from './time.ts'

export const defaultTimeZone = 'America/New_York'

declare global {
  var halyardTimeZone: string | undefined
}

/** A name, not an offset such as `+05:00`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export function setSiteTimeZone(name: string) {
  globalThis.halyardTimeZone = name
}

/** Days and months are in the site's time zone, which pages pass to browsers. */
export const siteTimeZone = (): string =>
  (typeof document === 'undefined'
    ? globalThis.halyardTimeZone
    : document.documentElement.dataset['timeZone']) ?? defaultTimeZone

/** Creates formatters on demand, because the site's time zone may change while the server runs. */
export function siteFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (time: number): string => {
    const timeZone = siteTimeZone()
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format.format(time)
  }
}

const formatHour = siteFormat('en-GB', { hour: '2-digit', hourCycle: 'h23' })
const formatOffset = siteFormat('en-US', { timeZoneName: 'longOffset' })
const offsetAt = (time: number) => /GMT([+-]\d\d:\d\d)/.exec(formatOffset(time))?.[1] ?? '+00:00'

export const toDay = siteFormat('en-CA', {})

export const currentYear = (): string => toDay(Date.now()).slice(0, 4)

export const startOfNextYear = () => startOfDay(`${Number(currentYear()) + 1}-01-01`)

export const toHour = (time: number) => Number(formatHour(time))

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text

/** The time of midnight. The second pass corrects the offset on days when the clock changes. */
export function startOfDay(day: string): number {
  const midnightAt = (offset: string) => Date.parse(`${day}T00:00:00${offset}`)
  const start = midnightAt(offsetAt(midnightAt(offsetAt(midnightAt('+00:00')))))
  // Where the clock skips midnight, the day starts with the change.
  return toDay(start) === day ? start : midnightAt(offsetAt(start))
}

/** Counts calendar days, which have 23 or 25 hours when the clock changes. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export function lastMonths(count: number, now: number): string[] {
  const [year = 0, month = 1] = toDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  )
}
