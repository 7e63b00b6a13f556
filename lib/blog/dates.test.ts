import { describe, expect, it } from '@jest/globals'
import {
  formatDate,
  formatDateTime,
  formatShortDate,
  formatTime,
  getRangeStart,
  isToday,
  type DateRange,
} from './dates.ts'

const from = (range: DateRange, now: string) => getRangeStart(range, Date.parse(now))

it('formats dates in long US form', () => {
  expect(formatDate('2024-03-05T15:00:00.000Z')).toBe('March 5, 2024')
})

it('adds the time zone of the site to every time', () => {
  expect(formatTime('2026-11-21T20:40:00Z')).toBe('3:40 PM EST')
  expect(formatDateTime('2026-07-04T02:05:00Z')).toBe('July 3, 2026 at 10:05 PM EDT')
})

it('leaves out the current year of a short date', () => {
  const now = Date.parse('2027-01-01T04:00:00Z')
  expect(formatShortDate('2026-01-02T12:00:00Z', now)).toBe('January 2')
  expect(formatShortDate('2025-12-31T12:00:00Z', now)).toBe('December 31, 2025')
})

it('finds today in the time zone of the site', () => {
  const now = Date.parse('2026-11-22T04:30:00Z')
  expect(isToday('2026-11-21T05:00:00Z', now)).toBe(true)
  expect(isToday('2026-11-22T05:00:00Z', now)).toBe(false)
})

describe('a date range', () => {
  it('starts at midnight of the displayed day', () => {
    expect(from('today', '2026-11-21T03:30:00.000Z')).toBe('2026-11-20T05:00:00.000Z')
  })

  it('spans whole days, today included', () => {
    expect(from('week', '2026-11-20T12:00:00Z')).toBe('2026-11-14T05:00:00.000Z')
    expect(from('year', '2026-11-20T12:00:00Z')).toBe('2025-11-21T05:00:00.000Z')
  })

  it('starts at midnight when the clock changes', () => {
    expect(from('today', '2026-11-01T17:00:00Z')).toBe('2026-11-01T04:00:00.000Z')
    expect(from('today', '2026-03-08T17:00:00Z')).toBe('2026-03-08T05:00:00.000Z')
    expect(from('month', '2026-11-20T12:00:00Z')).toBe('2026-10-22T04:00:00.000Z')
  })
})
