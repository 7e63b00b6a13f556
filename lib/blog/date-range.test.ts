import { describe, expect, it } from '@jest/globals'
import { spanOf, type DateRange } from './date-range.ts'

const from = (range: DateRange, now: string) => spanOf(range, Date.parse(now)).from

describe('a range of dates', () => {
  it('begins at midnight of the day that is displayed, and ends now', () => {
    const now = '2026-11-21T03:30:00.000Z'
    expect(spanOf('today', Date.parse(now))).toEqual({ from: '2026-11-20T05:00:00.000Z', to: now })
  })

  it('reaches back whole days, today included', () => {
    expect(from('week', '2026-11-20T12:00:00Z')).toBe('2026-11-14T05:00:00.000Z')
    expect(from('year', '2026-11-20T12:00:00Z')).toBe('2025-11-21T05:00:00.000Z')
  })

  it('keeps to midnight where the clock changes', () => {
    expect(from('today', '2026-11-01T17:00:00Z')).toBe('2026-11-01T04:00:00.000Z')
    expect(from('today', '2026-03-08T17:00:00Z')).toBe('2026-03-08T05:00:00.000Z')
    expect(from('month', '2026-11-20T12:00:00Z')).toBe('2026-10-22T04:00:00.000Z')
  })
})
