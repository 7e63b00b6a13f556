import { afterAll, describe, expect, it } from '@jest/globals'
import { addDays, defaultTimeZone, setSiteTimeZone, startOfDay, toDay } from './calendar.ts'

afterAll(() => setSiteTimeZone(defaultTimeZone))

describe('the start of a day', () => {
  it.each(['America/Santiago', 'America/Havana', 'Atlantic/Azores', 'America/New_York', 'Asia/Kolkata'])(
    'is its first instant on every day of a year in %s, also where the clock skips midnight',
    (timeZone) => {
      setSiteTimeZone(timeZone)
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = startOfDay(day)
        expect([toDay(start - 1), toDay(start)]).toEqual([addDays(day, -1), day])
      }
    },
  )
})
