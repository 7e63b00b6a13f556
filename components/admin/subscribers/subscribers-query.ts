import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { subscriberListQuerySchema, subscriberListResponseSchema } from '#contract/subscribers.ts'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

interface SubscribersState {
  search: string
  page: number
}

export const subscribersUrl: UrlFormat<SubscribersState> = {
  parse: (query) => {
    const { search = '', page } = subscriberListQuerySchema.parse(readParams(query, ['search', 'page']))
    return { search, page }
  },
  toHref: ({ search, page }) => toHref('/admin/subscribers', toSearchParams({ search, page })),
}

export const csvHref = ({ search }: SubscribersState) =>
  toHref('/api/subscribers', toSearchParams({ search, format: 'csv' }))

export const subscribersKey = ['subscribers'] as const

export const subscribersQuery = (state: SubscribersState) =>
  queryOptions({
    queryKey: [...subscribersKey, state],
    queryFn: ({ signal }) =>
      staffRequest(`/api/subscribers?${toSearchParams({ ...state })}`, subscriberListResponseSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
