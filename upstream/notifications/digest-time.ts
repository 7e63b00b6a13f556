import { DIGEST_HOUR } from '#contract/notifications.ts'
import { DAY_MS } from '#contract/time.ts'

const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  })
  /** The local time of the time zone as a UTC timestamp. */
  return (time: number): number => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
  }
}

export function nextDigest(timeZone: string, now: number): number {
  const wallClock = clockOf(timeZone)
  const timeAt = (wall: number) => {
    const guess = wall - (wallClock(wall) - wall)
    // The second pass corrects the offset on days when the clock changes.
    return wall - (wallClock(guess) - guess)
  }
  const today = new Date(wallClock(now)).setUTCHours(DIGEST_HOUR, 0, 0, 0)
  const due = timeAt(today)
  return due > now ? due : timeAt(today + DAY_MS)
}
