/** Days and months are those of the site, wherever the server and the reader are. */
export const siteTimeZone = 'America/New_York'

const DAY_MS = 24 * 3_600_000

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: siteTimeZone })
const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: siteTimeZone, timeZoneName: 'longOffset' })
const offsetAt = (time: number) => /GMT([+-]\d\d:\d\d)/.exec(offsetFormat.format(time))?.[1] ?? '+00:00'

export const toDay = (time: number) => dayFormat.format(time)

/** The time of midnight. The second pass corrects the offset on days when the clock changes. */
export function startOfDay(day: string): number {
  const midnightAt = (offset: string) => Date.parse(`${day}T00:00:00${offset}`)
  return midnightAt(offsetAt(midnightAt(offsetAt(midnightAt('+00:00')))))
}

/** Counts calendar days, which have 23 or 25 hours when the clock changes. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Oldest first; the month of `now` is the last one: 2026-11. */
export function lastMonths(count: number, now: number): string[] {
  const [year = 0, month = 1] = toDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  )
}
