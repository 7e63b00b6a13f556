import * as z from 'zod'
import { addDays, isDay, toDay } from './calendar.ts'
import { hostPattern } from './http.ts'
import { count } from './lists.ts'
import { isStorable } from './text.ts'

/** The number of names that a day keeps per kind; the rest is added up as "other". */
export const NAMES_PER_DAY = 100
/** The number of rows of a table of figures, without the sum of all others. */
export const MAX_FIGURE_ROWS = NAMES_PER_DAY
const DEFAULT_DAYS = 30
const MAX_DAYS = 1827

/** Source names for visits without a source, and for those beyond the limit of a day. */
export const DIRECT = 'direct'
export const OTHER = 'other'

const label = (maxLength: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxLength)
        .trim()
        .toWellFormed(),
    )
    .catch('')

const name = label(80).transform((text) => text.toLowerCase())
const host = z
  .string()
  .transform((text) => text.toLowerCase().replace(/^www\./, ''))
  .refine((text) => hostPattern.test(text))
  .catch('')

const path = z.string().min(1).max(2000).startsWith('/').refine(isStorable)

const originFields = { referrer: host, source: name, medium: name, campaign: name }
const origin = z.object(originFields).partial()

const search = z.object({ term: name, found: z.boolean() })

const shareNetworks = ['Facebook', 'Twitter', 'LinkedIn', 'Copy link'] as const
const conversionKinds = ['message', 'subscription'] as const

const viewSchema = origin.extend({
  type: z.literal('view'),
  path,
  entry: z.boolean().default(false),
  search: search.optional(),
})

/** The event that a browser sends. Nothing in it identifies the visitor. */
export const beaconSchema = z.discriminatedUnion('type', [
  viewSchema,
  z.object({ type: z.literal('search'), search }),
  z.object({ type: z.literal('share'), path, network: z.enum(shareNetworks) }),
  origin.extend({ type: z.literal('conversion'), kind: z.enum(conversionKinds), path }),
  z.object({ type: z.literal('missing'), path }),
])

const visitor = z.string().min(1).max(200)

/** `route` is the route of the path, such as `/blog/[slug]`; null when the site has no such page. */
export const eventSchema = z.object({
  visitor,
  route: z.string().max(200).nullable(),
  event: beaconSchema,
})

export const postViewSchema = origin.extend({ visitor, entry: z.boolean().default(false) })
export const postViewBeaconSchema = viewSchema.omit({ type: true, path: true })

export type Beacon = z.infer<typeof beaconSchema>
export type BeaconInput = z.input<typeof beaconSchema>
export type Origin = z.infer<typeof origin>
export type FigureEvent = z.infer<typeof eventSchema>

const day = z.string().refine(isDay).optional().catch(undefined)

export const EARLIEST_LAST_DAY = '2000-01-01'

/** Excludes ranges that begin before the year 0: those days are written differently, so listing them would never end. */
export const isLastDay = (text: string) => isDay(text) && text >= EARLIEST_LAST_DAY

const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => {
  const today = toDay(Date.now())
  const last = to !== undefined && to < today ? to : today
  const first = from !== undefined && from <= last ? from : addDays(last, 1 - DEFAULT_DAYS)
  const earliest = addDays(last, 1 - MAX_DAYS)
  return { from: first < earliest ? earliest : first, to: last }
}

/** Invalid values count as missing; a day in the future ends the range today. */
export const figuresQuerySchema = z
  .object({
    from: day,
    to: z.string().refine(isLastDay).optional().catch(undefined),
    page: path.max(300).optional().catch(undefined),
    source: name.transform((text) => text || undefined).optional(),
  })
  .transform(({ from, to, ...filter }) => ({ ...rangeOf({ from, to }), ...filter }))

const totals = z.object({
  views: count,
  visits: count,
  /** Readers are counted per day, because a sum over days would count people several times. */
  readersPerDay: z.number().nonnegative().nullable(),
  mostReaders: z.object({ day: z.string(), readers: count }).nullable(),
  shares: count,
  messages: count,
  subscriptions: count,
})

const point = z.object({
  /** A day, an hour of a day or a month: 2026-11-22, 2026-11-22T13 or 2026-11. */
  at: z.string(),
  views: count,
  visits: count,
  /** Months have the average per day. Null for periods in which readers were not counted. */
  readers: z.number().nonnegative().nullable(),
})

const conversions = { visits: count, messages: count, subscriptions: count }

const figuresSchema = z.object({
  from: z.string(),
  to: z.string(),
  previous: z.object({ from: z.string(), to: z.string() }),
  unit: z.enum(['hour', 'day', 'month']),
  points: z.array(point),
  previousPoints: z.array(point),
  totals,
  previousTotals: totals,
  /** Both ranges without their last day, when that is today for the current one and not its only day. */
  finished: z.object({ totals, previousTotals: totals }).optional(),
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string().nullable(),
      views: count,
      visits: count,
      readersPerDay: z.number().nonnegative(),
      shares: count,
    }),
  ),
  sources: z.array(z.object({ name: z.string(), ...conversions })),
  campaigns: z.array(
    z.object({ source: z.string(), medium: z.string(), campaign: z.string(), ...conversions }),
  ),
  landings: z.array(z.object({ path: z.string(), source: z.string(), ...conversions })),
  searches: z.array(z.object({ term: z.string(), searches: count, withoutResults: count })),
  missing: z.array(z.object({ path: z.string(), requests: count })),
  shares: z.array(z.object({ network: z.string(), clicks: count })),
})

export const figuresResponseSchema = z.object({ data: figuresSchema })

export type FiguresQuery = z.infer<typeof figuresQuerySchema>
export type Figures = z.infer<typeof figuresSchema>
export type FigureTotals = Figures['totals']
export type FigurePoint = Figures['points'][number]
