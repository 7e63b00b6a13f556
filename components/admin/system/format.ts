import { countOf } from '#lib/counts.ts'

const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export const formatShare = (part: number, whole: number) =>
  whole === 0 ? 'no requests yet' : percents.format(part / whole)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The two largest units: 3 days 4 hours. */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / DAY), 'day'],
    [Math.floor((seconds % DAY) / HOUR), 'hour'],
    [Math.floor((seconds % HOUR) / MINUTE), 'minute'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).slice(0, 2)
  return shown.map(([count, unit]) => countOf(count, unit)).join(' ') || 'less than a minute'
}
