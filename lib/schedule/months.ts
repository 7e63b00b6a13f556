import { addDays, toDay } from '#contract/calendar.ts'
import { DAY_MS } from '#contract/time.ts'

const PATH = '/admin/blogs/calendar'
const FIRST_YEAR = 2000
const LAST_YEAR = 2199

export const getToday = () => toDay(Date.now())

export function parseMonth(text: string | undefined, today: string): string {
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')
  const year = Number(text?.slice(0, 4))
  return text && isMonth && year >= FIRST_YEAR && year <= LAST_YEAR ? text : today.slice(0, 7)
}

export const monthHref = (month: string, today: string) =>
  month === today.slice(0, 7) ? PATH : `${PATH}?month=${month}`

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7
  const from = addDays(first, -weekday(first))
  const to = addDays(last, 6 - weekday(last))
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}
