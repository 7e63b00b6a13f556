import { siteTimeZone } from './calendar.ts'
import { HOUR_MS } from './time.ts'

const FORMAT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string) {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(timeZone, format)
  return format
}

/** The local time in the time zone: 2026-11-23T09:00. */
export function toLocalTime(time: number, timeZone = siteTimeZone()): string {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Earliest first: none when clocks skip this local time, two when they are set back over it. Clocks change by any step. */
export function fromLocalTime(local: string, timeZone = siteTimeZone()): number[] {
  const asUtc = FORMAT.test(local) ? Date.parse(`${local}Z`) : NaN
  if (Number.isNaN(asUtc)) return []
  const offsets = [-24, 24].map((hours) => {
    const near = asUtc + hours * HOUR_MS
    return Date.parse(`${toLocalTime(near, timeZone)}Z`) - near
  })
  return [...new Set(offsets)]
    .map((offset) => asUtc - offset)
    .filter((time) => toLocalTime(time, timeZone) === local)
    .toSorted((a, b) => a - b)
}

const nameFormats = new Map<string, Intl.DateTimeFormat>()

/** The abbreviation at this time: EST, or GMT+5:30 where there is none. */
export function zoneNameAt(time: number, timeZone = siteTimeZone()): string {
  const format =
    nameFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  nameFormats.set(timeZone, format)
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
