import { toLocalTime } from '#contract/zoned-time.ts'
import { DAY_MS } from '#contract/time.ts'
import { parseDate } from './dates.ts'
import { toText, type Fields } from './fields.ts'
import type { SourcePost } from './source.ts'

export interface MarkdownFile {
  path: string
  fields: Fields
  title: string
  /** The file name without its date and extension, or that of the folder with an index file. */
  name: string
  date: unknown
}

export interface OldFile {
  findPermalink(file: Omit<MarkdownFile, 'path'>): string[]
  findArchives(file: Pick<MarkdownFile, 'fields'>): SourcePost['archives']
  isTopLevel: boolean
  withoutLanguage(path: string): string
  /** The folder of the old site in its domain; empty for most. */
  base: string
}

export type LocateFile = (path: string) => OldFile

export const unknownFile: OldFile = {
  findPermalink: () => [],
  findArchives: () => [],
  isTopLevel: false,
  withoutLanguage: (path) => path,
  base: '',
}

type Tokens = Record<string, string | undefined>

/** The day as it was written, unless it has an offset and the generator converts it to another time zone. */
export function dayOf(value: unknown, timeZone?: string): Tokens {
  const written = value instanceof Date ? value.toISOString() : toText(value)
  const time = timeZone !== undefined && /(Z|[+-]\d\d:?\d\d)$/.test(written) ? parseDate(value) : null
  const day = time === null ? written : toLocalTime(time, timeZone)
  const [, year, ...numbers] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(day) ?? []
  const [month, date] = numbers.map((number) => number.padStart(2, '0'))
  if (year === undefined || month === undefined || date === undefined) return {}
  const utc = new Date(`${year}-${month}-${date}T00:00:00Z`)
  if (Number.isNaN(utc.getTime())) return {}
  const dayOfYear = 1 + Math.round((utc.getTime() - Date.UTC(Number(year), 0)) / DAY_MS)
  const name = (options: Intl.DateTimeFormatOptions) =>
    utc.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return {
    ...{ year, month, day: date },
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(date)),
    y_day: String(dayOfYear).padStart(3, '0'),
    yearday: String(dayOfYear),
    monthname: name({ month: 'long' }),
    weekday: String(utc.getUTCDay()),
    weekdayname: name({ weekday: 'long' }),
  }
}

export function fill(pattern: string, tokens: Tokens, clean = (value: string) => value): string[] {
  const path = `/${pattern}`.replace(/:([a-z_]+)/g, (token, name: string) =>
    tokens[name] === undefined ? token : clean(tokens[name]),
  )
  return path.includes(':') ? [] : [path.replace(/\/{2,}/g, '/')]
}

export function withBase(paths: string[], base: string): string[] {
  const relative = { origin: '', pathname: base.startsWith('/') ? base : '' }
  const { origin, pathname } = URL.canParse(base) ? new URL(base) : relative
  return paths.map((path) => `${origin}${`/${pathname}${path}`.replace(/\/{2,}/g, '/')}`)
}
