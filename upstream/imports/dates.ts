import { isDay, startOfDay, toDay } from '#contract/calendar.ts'
import { MAX_TIME } from '#contract/time.ts'
import { fromLocalTime } from '#contract/zoned-time.ts'

const written =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i

function toZone(zone = 'Z'): string {
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
}

type ToTime = (text: string) => number

/** 5.3.2024 can be in March or in May. */
const ambiguous = /^\D*\d{1,2}[./\s-]{1,3}(?:0?\d|1[0-2])[./\s-]/

const clock = /\d{1,2}:[\d:.]+(?:\s?[ap]m)?(?:\s?[+-]\d\d:?\d\d)?/i

/** The built-in parser reads February 30 as a day of March. */
function parseNamed(text: string, toTime: ToTime): number {
  const withoutTime = text.replace(clock, '')
  const utc = Date.parse(`${withoutTime} UTC`)
  const day = Number.isNaN(utc) ? '' : new Date(utc).toISOString().slice(0, 10)
  const numbers = withoutTime.match(/\d+/g)?.map(Number) ?? []
  if (ambiguous.test(text) || (day !== '' && !numbers.includes(Number(day.slice(-2))))) return NaN
  if (text.includes(':')) return Date.parse(text)
  return isDay(day) ? toTime(day) : NaN
}

const ofUtc: ToTime = (local) => Date.parse(`${local}Z`)

/** Times without a time zone are UTC; days are those of the site's time zone, so that its pages show them as written. */
export function parseDate(
  value: unknown,
  toTime: ToTime = startOfDay,
  ofLocal: ToTime = ofUtc,
): number | null {
  // The dates of TOML are objects that know whether they have a time.
  const text = value instanceof Date ? value.toISOString() : value
  if (typeof text !== 'string') return null
  const match = written.exec(text.trim())
  if (!match) return checked(parseNamed(text, toTime))
  const [, year, month = '', date = '', hour, minute = '00', second = '00', fraction = '0', zone] = match
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (!isDay(day)) return null
  if (hour === undefined) return checked(toTime(day))
  const time = `${day}T${hour.padStart(2, '0')}:${minute}:${second}.${fraction.padEnd(3, '0')}`
  return checked(zone === undefined ? ofLocal(time) : Date.parse(`${time}${toZone(zone)}`))
}

const ofSite: ToTime = (local) => {
  const minute = local.slice(0, 16)
  const [start = ofUtc(minute)] = fromLocalTime(minute)
  return start + ofUtc(local) - ofUtc(minute)
}

const midnight = /^(\d{4}-\d{1,2}-\d{1,2})[T ]00:00:00(?:\.0+)?\s{0,9}(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i

/** At this time it is the same day from Hawaii to New Zealand, so that the day stays when the site's time zone changes. */
function ofDay(day: string): number {
  const time = Date.parse(`${day}T10:00Z`)
  return toDay(time) === day && time <= Date.now() ? time : startOfDay(day)
}

/** Front matter often has the time of another place, or midnight for a day; pages show its dates as written. */
export function parseWritten(value: unknown, toTime: ToTime = ofDay): number | null {
  const text = value instanceof Date ? value.toISOString() : value
  const day = typeof text === 'string' ? midnight.exec(text.trim())?.[1] : undefined
  return parseDate(day ?? text, toTime, ofSite)
}

/** Says that a date was written but could not be read, because the post then gets the date of its import. */
export const describeDate = (value: unknown, time: number | null): string[] => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '').trim()
  return text === '' || time !== null
    ? []
    : [`Its date cannot be read, so it gets the date of the import: ${text.slice(0, 40)}`]
}

const checked = (time: number) => (time >= 0 && time <= MAX_TIME ? time : null)
