import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  figuresQuerySchema,
  figuresResponseSchema,
  isLastDay,
  type FiguresQuery,
} from '#contract/analytics.ts'
import { addDays, isDay, toDay } from '#contract/calendar.ts'
import { staffRequest } from '../api.ts'

export const ranges = [
  { name: 'today', label: 'Today', days: 1 },
  { name: '7d', label: '7 days', days: 7 },
  { name: '30d', label: '30 days', days: 30 },
  { name: '90d', label: '90 days', days: 90 },
  { name: '12m', label: '12 months', days: 365 },
] as const
type RangeName = (typeof ranges)[number]['name']

const DEFAULT_RANGE = ranges[2]

export const today = () => toDay(Date.now())

type FiguresRange = { name: RangeName } | { name: 'own'; from: string; to: string }

export interface FiguresState {
  range: FiguresRange
  page: string | undefined
  source: string | undefined
}

interface Query {
  get(name: string): string | null
}

function parseRange(query: Query): FiguresRange {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (isDay(from) && isLastDay(to) && from <= to && from <= today()) return { name: 'own', from, to }
  const { name } = ranges.find((range) => range.name === query.get('range')) ?? DEFAULT_RANGE
  return { name }
}

export function parseState(query: Query): FiguresState {
  const filter = { page: query.get('page') ?? undefined, source: query.get('source') ?? undefined }
  const { page, source } = figuresQuerySchema.parse(filter)
  return { range: parseRange(query), page, source }
}

export function toHref({ range, page, source }: FiguresState): string {
  const query = new URLSearchParams()
  if (range.name === 'own') {
    query.set('from', range.from)
    query.set('to', range.to)
  } else if (range.name !== DEFAULT_RANGE.name) query.set('range', range.name)
  if (page) query.set('page', page)
  if (source) query.set('source', source)
  return query.size > 0 ? `/admin/analytics?${query}` : '/admin/analytics'
}

export function toQuery({ range, page, source }: FiguresState): FiguresQuery {
  const last = today()
  const days = ranges.find(({ name }) => name === range.name)?.days ?? DEFAULT_RANGE.days
  const { from, to } = range.name === 'own' ? range : { from: addDays(last, 1 - days), to: last }
  return { from, to, page, source }
}

export function apiUrl(query: FiguresQuery, more: Record<string, string> = {}): string {
  const given = Object.entries({ ...query, ...more }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  return `/api/analytics?${new URLSearchParams(given)}`
}

export const figuresQuery = (state: FiguresState) => {
  const query = toQuery(state)
  return queryOptions({
    queryKey: ['figures', query],
    queryFn: async ({ signal }) =>
      (await staffRequest(apiUrl(query), figuresResponseSchema, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}
