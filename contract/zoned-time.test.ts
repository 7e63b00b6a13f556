import { describe, expect, it } from '@jest/globals'
import { DAY_MS } from './time.ts'
import { fromLocalTime, toLocalTime, zoneNameAt } from './zoned-time.ts'

const iso = (local: string, zone: string) =>
  fromLocalTime(local, zone).map((time) => new Date(time).toISOString().slice(0, 16))

describe('a local time', () => {
  it.each([
    ['America/New_York', '2026-11-23T09:00', ['2026-11-23T14:00']],
    ['America/New_York', '2026-07-01T09:00', ['2026-07-01T13:00']],
    ['America/New_York', '2026-03-08T01:59', ['2026-03-08T06:59']],
    ['America/New_York', '2026-03-08T02:30', []],
    ['America/New_York', '2026-03-08T03:00', ['2026-03-08T07:00']],
    ['America/New_York', '2026-11-01T00:59', ['2026-11-01T04:59']],
    ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30', '2026-11-01T06:30']],
    ['America/New_York', '2026-11-01T02:00', ['2026-11-01T07:00']],
    ['Europe/Berlin', '2026-03-29T02:00', []],
    ['Europe/Berlin', '2026-10-25T02:00', ['2026-10-25T00:00', '2026-10-25T01:00']],
    ['Australia/Lord_Howe', '2026-10-04T02:15', []],
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45', '2026-04-04T15:15']],
    ['Asia/Kathmandu', '2026-05-01T00:00', ['2026-04-30T18:15']],
    ['Pacific/Apia', '2011-12-30T12:00', []],
    ['UTC', '2026-02-28T24:00', []],
    ['UTC', '', []],
  ])('in %s, %s', (zone, local, expected) => {
    expect(iso(local, zone)).toEqual(expected)
  })

  it('converts back and forth for each half hour around clock changes and at each month', () => {
    const starts = {
      'America/New_York': ['03-07', '10-31'],
      'Australia/Lord_Howe': ['04-03', '10-02'],
    }
    const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month))
    for (const [zone, days] of Object.entries(starts))
      for (const start of [...firsts, ...days.map((day) => Date.parse(`2026-${day}`))])
        for (let time = start; time < start + 3 * DAY_MS; time += 1_800_000)
          if (!fromLocalTime(toLocalTime(time, zone), zone).includes(time))
            throw new Error(`${zone} ${new Date(time).toISOString()}`)
  })

  it('has the name of its time zone', () => {
    const [first = 0, second = 0] = fromLocalTime('2026-11-01T01:30', 'America/New_York')
    expect([first, second].map((time) => zoneNameAt(time, 'America/New_York'))).toEqual(['EDT', 'EST'])
  })
})
