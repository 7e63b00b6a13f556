import { describe, expect, it } from '@jest/globals'
import { addMonths, daysOfMonth, monthHref, parseMonth } from './months.ts'

describe('a month of the calendar', () => {
  it.each([
    ['2026-11', '2026-10-26', '2026-12-06', 42],
    ['2027-02', '2027-02-01', '2027-02-28', 28],
    ['2026-03', '2026-02-23', '2026-04-05', 42],
  ])('%s has whole weeks', (month, first, last, count) => {
    const days = daysOfMonth(month)
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
    expect(new Set(days).size).toBe(count)
  })

  it('is parsed from the URL', () => {
    const today = '2026-11-23'
    expect(parseMonth('2027-01', today)).toBe('2027-01')
    for (const text of [undefined, '', 'x', '2027-13', '0001-01', '2027-1'])
      expect(parseMonth(text, today)).toBe('2026-11')
    expect([addMonths('2026-12', 1), addMonths('2027-01', -1)]).toEqual(['2027-01', '2026-12'])
    expect(monthHref('2026-11', today)).toBe('/admin/blogs/calendar')
    expect(monthHref('2026-12', today)).toBe('/admin/blogs/calendar?month=2026-12')
  })
})
