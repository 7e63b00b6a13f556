import { expect, it } from '@jest/globals'
import { coverRange, momentOf } from './periods.ts'

it('covers a range with whole months and the remaining days', () => {
  expect(coverRange('2026-01-30', '2026-04-02')).toEqual([
    20260130, 20260131, 202602, 202603, 20260401, 20260402,
  ])
  expect(coverRange('2026-02-01', '2026-02-28')).toEqual([202602])
  expect(coverRange('2026-02-01', '2026-02-27')).toHaveLength(27)
  expect(coverRange('2026-12-31', '2027-01-01')).toEqual([20261231, 20270101])
})

it('divides time by the site’s time zone, including clock changes', () => {
  const at = (time: string) => momentOf(Date.parse(time))
  expect(at('2026-11-01T03:59:00Z')).toEqual({ hour: 2026103123, day: 20261031, month: 202610 })
  // 1:30 AM occurs twice on this day.
  for (const time of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    expect(at(time)).toEqual({ hour: 2026110101, day: 20261101, month: 202611 })
})
