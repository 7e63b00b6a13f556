import { expect, it } from '@jest/globals'
import { formatChange, formatPoint, pointBefore } from './format.ts'

const week = { now: 60, before: 70 }

it('compares finished days only', () => {
  expect(formatChange(week, 'over')).toBe('−14% · 70 before')
  expect(formatChange(week, 'today')).toBe('70 yesterday')
  const finished = { now: 60, before: 60 }
  expect(formatChange(week, { finished })).toBe('±0% without today · 70 before')
  expect(formatChange(week, { finished: undefined })).toBe('70 before')
})

it('has no percentage of a small number', () => {
  expect(formatChange({ now: 4, before: 2 }, 'over')).toBe('2 before')
  expect(formatChange(week, { finished: { now: 4, before: 2 } })).toBe('70 before')
})

it('names the days of a month that is not whole', () => {
  const range = { from: '2025-11-30', to: '2026-11-29', unit: 'month' } as const
  expect(['2025-11', '2025-12', '2026-11'].map((month) => formatPoint(month, range))).toEqual([
    'November 2025 (from Nov 30)',
    'December 2025',
    'November 2026 (until Nov 29)',
  ])
  const days = { from: '2026-11-02', to: '2026-11-29', unit: 'month' } as const
  expect(formatPoint('2026-11', days)).toBe('November 2026 (from Nov 2 until Nov 29)')
  expect(formatPoint('2026-11', { ...days, from: '2026-11-01', to: '2026-11-30' })).toBe('November 2026')
})

it('compares months from the end, where the ranges meet', () => {
  const monthsOf = (...months: string[]) =>
    months.map((at) => ({ at: `2026-${at}`, views: 1, visits: 1, readers: null }))
  const [longer, shorter] = [
    monthsOf('01', '02', '03', '04', '05', '06'),
    monthsOf('07', '08', '09', '10', '11'),
  ]
  const before = (points: typeof longer, previousPoints: typeof longer) =>
    points.map((_, index) => pointBefore({ points, previousPoints }, index)?.at.slice(5))
  expect(before(shorter, longer)).toEqual(['02', '03', '04', '05', '06'])
  expect(before(longer, shorter)).toEqual([undefined, '07', '08', '09', '10', '11'])
})
