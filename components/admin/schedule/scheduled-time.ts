import { fromLocalTime, toLocalTime } from '#contract/zoned-time.ts'
import { formatDateTime } from '#lib/blog/dates.ts'

/** An ISO time, or the typed time when the site's clock skips it. */
const isIsoTime = (value: string) => value.endsWith('Z')

export const isScheduledTime = (value: string) => value === '' || isIsoTime(value)

export const skippedTime =
  'This time does not exist: the clock goes forward over it. Choose an earlier or a later time.'

export const toTyped = (value: string) => (isIsoTime(value) ? toLocalTime(Date.parse(value)) : value)

/** When a clock time occurs twice, the first one is used. */
export function fromTyped(typed: string): string {
  const [time] = fromLocalTime(typed)
  return time === undefined ? typed : new Date(time).toISOString()
}

export const describeTime = (value: string) => (isIsoTime(value) ? formatDateTime(value) : value)

interface Schedule {
  scheduleFailed?: boolean | undefined
  publishAt?: string | null | undefined
  unpublishAt?: string | null | undefined
}

export function describeFailure({ scheduleFailed, publishAt, unpublishAt }: Schedule): string | undefined {
  if (!scheduleFailed) return undefined
  if (publishAt) return `Could not be published on ${formatDateTime(publishAt)}`
  return unpublishAt ? `Could not be taken offline on ${formatDateTime(unpublishAt)}` : undefined
}

/** Both times when the clock is set back over this one. */
export function listRepeated(value: string): string[] {
  const times = fromLocalTime(toTyped(value))
  return times.length > 1 ? times.map((time) => new Date(time).toISOString()) : []
}
