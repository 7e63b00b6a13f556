import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { subscriberListQuerySchema, subscriberListResponseSchema } from '#contract/subscribers.ts'
import { staffRequest } from '../api.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

interface SubscribersState {
  search: string
  page: number
}

function toSearchParams({ search, page }: SubscribersState) {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query
}

export const subscribersUrl: UrlFormat<SubscribersState> = {
  parse: (query) => {
    const [search, page] = ['search', 'page'].map((name) => query.get(name) ?? undefined)
    const state = subscriberListQuerySchema.parse({ search, page })
    return { search: state.search ?? '', page: state.page }
  },
  toHref: (state) => {
    const query = toSearchParams(state)
    return query.size > 0 ? `/admin/subscribers?${query}` : '/admin/subscribers'
  },
}

export const subscribersKey = ['subscribers'] as const

export const subscribersQuery = (state: SubscribersState) =>
  queryOptions({
    queryKey: [...subscribersKey, state],
    queryFn: ({ signal }) =>
      staffRequest(`/api/subscribers?${toSearchParams(state)}`, subscriberListResponseSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
