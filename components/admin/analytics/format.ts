import type { Figures } from '#contract/analytics.ts'

export const formatCount = (count: number) =>
  count.toLocaleString('en-US', { maximumFractionDigits: count < 100 ? 1 : 0 })

const format = (time: string, options: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })

export const formatDay = (day: string) => format(day, { month: 'short', day: 'numeric', year: 'numeric' })

const formatHour = (hour: string) =>
  new Date(`${hour}:00:00Z`).toLocaleTimeString('en-US', { hour: 'numeric', timeZone: 'UTC' })

export function formatPoint(at: string, unit: Figures['unit']): string {
  if (unit === 'hour') return formatHour(at)
  if (unit === 'month') return format(`${at}-01`, { month: 'long', year: 'numeric' })
  return format(at, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
}

export function formatTick(at: string, unit: Figures['unit']): string {
  if (unit === 'hour') return formatHour(at)
  if (unit === 'month') return format(`${at}-01`, { month: 'short' })
  return format(at, { month: 'short', day: 'numeric' })
}

export const formatRange = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** A percentage of a small number would look like a large change. */
const MIN_FOR_PERCENT = 10

/** A range that includes today is incomplete, so it gets no percentage. */
export function formatChange(now: number, before: number, isOver: boolean): string {
  const text = isOver ? `${formatCount(before)} before` : `${formatCount(before)} yesterday`
  if (!isOver || before < MIN_FOR_PERCENT) return text
  const percent = Math.round(((now - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return `${sign}${formatCount(Math.abs(percent))}% · ${text}`
}

export const sourceName = (source: string) =>
  source === 'direct' ? 'Direct or unknown' : source === 'other' ? 'Other' : source
