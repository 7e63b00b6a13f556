import { fromLocalTime, toLocalTime } from '#contract/zoned-time.ts'
import { formatDateTime } from '#lib/blog/dates.ts'

/** A field has an ISO time, or else the typed time, which the clock of the site skips. */
const isIsoTime = (value: string) => value.endsWith('Z')

export const isScheduledTime = (value: string) => value === '' || isIsoTime(value)

export const skippedTime =
  'This time does not exist: the clock goes forward over it. Choose an earlier or a later time.'

/** What the input shows. */
export const toTyped = (value: string) => (isIsoTime(value) ? toLocalTime(Date.parse(value)) : value)

/** Of two times with the same clock time, the first one. */
export function fromTyped(typed: string): string {
  const [time] = fromLocalTime(typed)
  return time === undefined ? typed : new Date(time).toISOString()
}

export const describeTime = (value: string) => (isIsoTime(value) ? formatDateTime(value) : value)

/** Both times when the clock goes back over this one. */
export function listRepeated(value: string): string[] {
  const times = fromLocalTime(toTyped(value))
  return times.length > 1 ? times.map((time) => new Date(time).toISOString()) : []
}
