import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  activityListQuerySchema,
  activityListResponseSchema,
  type ActivityFilter,
} from '#contract/activity.ts'
import { staffRequest } from '../api.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

export interface ActivityState extends ActivityFilter {
  page: number
}

const filters = ['person', 'kind', 'object', 'from', 'to'] as const

const toSearchParams = ({ page = 1, ...filter }: ActivityFilter & { page?: number }) => {
  const query = new URLSearchParams()
  for (const name of filters) {
    const value = filter[name]
    if (value) query.set(name, value)
  }
  if (page > 1) query.set('page', String(page))
  return query
}

const toHref = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

export const activityUrl: UrlFormat<ActivityState> = {
  parse: (query) => {
    const { limit: _, ...state } = activityListQuerySchema.parse(
      Object.fromEntries([...filters, 'page'].map((name) => [name, query.get(name) ?? undefined])),
    )
    return state
  },
  toHref: (state) => toHref('/admin/activity', toSearchParams(state)),
}

export const isFiltered = (state: ActivityState) => filters.some((name) => state[name] !== undefined)

export function csvHref({ page: _, ...filter }: ActivityState): string {
  const query = toSearchParams(filter)
  query.set('format', 'csv')
  return toHref('/api/activity', query)
}

export const activityQuery = (state: ActivityState) =>
  queryOptions({
    queryKey: ['activity', state],
    queryFn: ({ signal }) =>
      staffRequest(toHref('/api/activity', toSearchParams(state)), activityListResponseSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
