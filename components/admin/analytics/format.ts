import type { FigurePoint, Figures } from '#contract/analytics.ts'
import { addDays } from '#contract/calendar.ts'

/** Averages have fractions. */
export const formatFigure = (count: number) =>
  count.toLocaleString('en-US', { maximumFractionDigits: count < 100 ? 1 : 0 })

const format = (time: string, options: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })

export const formatDay = (day: string) => format(day, { month: 'short', day: 'numeric', year: 'numeric' })

const formatHour = (hour: string) =>
  new Date(`${hour}:00:00Z`).toLocaleTimeString('en-US', { hour: 'numeric', timeZone: 'UTC' })

type Points = Pick<Figures, 'points' | 'previousPoints'>
type Time = Pick<Figures, 'from' | 'to' | 'unit'>

const dayOfMonth: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }

function formatMonth(month: string, { from, to }: Pick<Time, 'from' | 'to'>): string {
  const first = from > `${month}-01` ? [`from ${format(from, dayOfMonth)}`] : []
  const last = addDays(to, 1).startsWith(month) ? [`until ${format(to, dayOfMonth)}`] : []
  const part = [...first, ...last].join(' ')
  return format(`${month}-01`, { month: 'long', year: 'numeric' }) + (part && ` (${part})`)
}

/** A month of which the range has only a part names the days. */
export function formatPoint(at: string, time: Time): string {
  const { unit } = time
  if (unit === 'hour') return formatHour(at)
  if (unit === 'month') return formatMonth(at, time)
  return format(at, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
}

export function formatTick(at: string, unit: Figures['unit']): string {
  if (unit === 'hour') return formatHour(at)
  if (unit === 'month') return format(`${at}-01`, { month: 'short' })
  return format(at, dayOfMonth)
}

/** The ranges meet at the end of the earlier one, which can touch more months, or fewer. */
export const pointBefore = ({ points, previousPoints }: Points, index: number): FigurePoint | undefined =>
  previousPoints.at(index - points.length)

export const formatRange = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** A percentage of a small number would look like a large change. */
const MIN_FOR_PERCENT = 10

interface Change {
  now: number
  before: number
}

/** A day that is not over has no percentage; that of a longer range is about its finished days. */
export function formatChange(
  { now, before }: Change,
  end: 'over' | 'today' | { finished: Change | undefined },
) {
  if (end === 'today') return `${formatFigure(before)} yesterday`
  const text = `${formatFigure(before)} before`
  if (end === 'over') return [formatPercent({ now, before }), text].filter(Boolean).join(' · ')
  const percent = end.finished && formatPercent(end.finished)
  return percent ? `${percent} without today · ${text}` : text
}

export function formatPercent({ now, before }: Change): string | null {
  if (before < MIN_FOR_PERCENT) return null
  const percent = Math.round(((now - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return `${sign}${formatFigure(Math.abs(percent))}%`
}

export const sourceName = (source: string) =>
  source === 'direct' ? 'Direct or unknown' : source === 'other' ? 'Other' : source
