import { settingsSchema, weekdays, type DayHours } from '#contract/settings.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { formatHours } from '#lib/settings/hours.ts'
import { areEqual } from '../merge-fields.ts'
import { toTitle } from './activity-text.ts'

interface ChangedValue {
  label: string
  from: string
  to: string
}

const MAX_LENGTH = 200

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

function toText(value: unknown): string {
  if (typeof value === 'string') return isTime(value) ? formatDateTime(value) : value
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (isRecord(value)) return Object.values(value).map(toText).filter(Boolean).join(' ')
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

const without = (list: unknown[], others: unknown[]) => {
  const known = new Set(others.map((item) => JSON.stringify(item)))
  return list.filter((item) => !known.has(JSON.stringify(item)))
}

const hoursOf = (day: DayHours | undefined) => (day && formatHours([day])[0]?.time) ?? ''

function compareHours(before: DayHours[], after: DayHours[]): ChangedValue[] {
  return weekdays
    .map((label, day) => ({ label, from: hoursOf(before[day]), to: hoursOf(after[day]) }))
    .filter(({ from, to }) => from !== to)
}

/** Lists what differs within the value of a field, so that a long document shows only its changed parts. */
export function listChangedValues(field: string, from: unknown, to: unknown, parent = ''): ChangedValue[] {
  const label = parent ? `${parent}, ${toTitle(field).toLowerCase()}` : toTitle(field)
  if (field === 'shareImage') return [{ label, from: '', to: to ? 'changed' : 'removed' }]
  if (field === 'hours') {
    const before = settingsSchema.shape.hours.safeParse(from)
    const after = settingsSchema.shape.hours.safeParse(to)
    if (before.success && after.success) return compareHours(before.data, after.data)
  }
  if (isRecord(from) && isRecord(to))
    return Object.keys({ ...from, ...to })
      .filter((key) => !areEqual(from[key], to[key]))
      .flatMap((key) => listChangedValues(key, from[key], to[key], label))
  const [before, after] =
    Array.isArray(from) && Array.isArray(to) ? [without(from, to), without(to, from)] : [from, to]
  const values = { label, from: shorten(toText(before)), to: shorten(toText(after)) }
  if (values.from === '' && values.to === '') return [{ ...values, to: 'new order' }]
  return [values]
}
