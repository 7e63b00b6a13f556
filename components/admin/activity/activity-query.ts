import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  activityListQuerySchema,
  activityListResponseSchema,
  type ActivityFilter,
} from '#contract/activity.ts'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

export interface ActivityState extends ActivityFilter {
  page: number
}

const filters = ['person', 'kind', 'object', 'from', 'to'] as const

const toQuery = ({ person, kind, object, from, to, page }: ActivityFilter & { page?: number }) =>
  toSearchParams({ person, kind, object, from, to, page })

export const activityUrl: UrlFormat<ActivityState> = {
  parse: (query) => {
    const { limit: _, ...state } = activityListQuerySchema.parse(readParams(query, [...filters, 'page']))
    return state
  },
  toHref: (state) => toHref('/admin/activity', toQuery(state)),
}

export const isFiltered = (state: ActivityState) => filters.some((name) => state[name] !== undefined)

export function csvHref({ page: _, ...filter }: ActivityState): string {
  const query = toQuery(filter)
  query.set('format', 'csv')
  return toHref('/api/activity', query)
}

export const activityQuery = (state: ActivityState) =>
  queryOptions({
    queryKey: ['activity', state],
    queryFn: ({ signal }) =>
      staffRequest(toHref('/api/activity', toQuery(state)), activityListResponseSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
