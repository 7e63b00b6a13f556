import { weekdays, type DayHours } from '#contract/settings.ts'

interface DayRange {
  from: number
  to: number
  hours: DayHours
}

const areEqual = (a: DayHours, b: DayHours) =>
  a.isOpen === b.isOpen && (!a.isOpen || (a.opens === b.opens && a.closes === b.closes))

function joinEqualDays(days: DayHours[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const [day, hours] of days.entries()) {
    const last = ranges.at(-1)
    if (last && areEqual(last.hours, hours)) last.to = day
    else ranges.push({ from: day, to: day, hours })
  }
  return ranges
}

const shortName = (day: number) => weekdays[day]?.slice(0, 3) ?? ''

/** 18:00 becomes 6:00 PM. */
function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

export const formatHours = (days: DayHours[]) =>
  joinEqualDays(days).map(({ from, to, hours }) => ({
    days: from === to ? shortName(from) : `${shortName(from)}-${shortName(to)}`,
    time: hours.isOpen ? `${formatTime(hours.opens)}-${formatTime(hours.closes)}` : 'closed',
  }))

export const openingHoursJsonLd = (days: DayHours[]) =>
  joinEqualDays(days)
    .filter(({ hours }) => hours.isOpen)
    .map(({ from, to, hours }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays.slice(from, to + 1),
      opens: hours.opens,
      closes: hours.closes,
    }))
