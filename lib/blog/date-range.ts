import { agencyZone } from './dates.ts'

export const dateRanges = ['today', 'week', 'month', 'year'] as const
export type DateRange = (typeof dateRanges)[number]

/** Days that a range reaches back, the present one included. */
const days: Record<DateRange, number> = { today: 1, week: 7, month: 30, year: 365 }
const DAY_MS = 24 * 3_600_000

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: agencyZone })
const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: agencyZone, timeZoneName: 'longOffset' })
const offsetAt = (time: number) => /GMT([+-]\d\d:\d\d)/.exec(offsetFormat.format(time))?.[1] ?? '+00:00'

/** Midnight of the day that dates of posts are displayed in. The clock changes later in the night than that. */
function midnight(time: number): number {
  const day = dayFormat.format(time)
  const near = Date.parse(`${day}T00:00:00${offsetAt(time)}`)
  return Date.parse(`${day}T00:00:00${offsetAt(near)}`)
}

/** From the first midnight of a range until now. */
export function spanOf(range: DateRange, now: number): { from: string; to: string } {
  // Half a day into today: stepping back over a changed clock stays within the wanted day.
  const noon = midnight(now) + DAY_MS / 2
  const first = midnight(noon - (days[range] - 1) * DAY_MS)
  return { from: new Date(first).toISOString(), to: new Date(now).toISOString() }
}
