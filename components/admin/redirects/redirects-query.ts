import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  automaticListResponseSchema,
  brokenListResponseSchema,
  missingListResponseSchema,
  redirectListQuerySchema,
  redirectListResponseSchema,
} from '#contract/redirects.ts'
import type * as z from 'zod'
import { staffRequest } from '../api.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

interface ListState {
  search: string
  page: number
}

export const tabs = ['own', 'automatic', 'missing', 'broken'] as const
export type Tab = (typeof tabs)[number]

const PATH = '/admin/redirects'

const toSearchParams = ({ search, page }: ListState) => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query
}

const urlOf = (tab: Tab): UrlFormat<ListState> => ({
  parse: (query) => {
    const [search, page] = ['search', 'page'].map((name) => query.get(name) ?? undefined)
    const state = redirectListQuerySchema.parse({ search, page })
    return { search: state.search ?? '', page: state.page }
  },
  toHref: (state) => {
    const query = toSearchParams(state)
    if (tab !== 'own') query.set('tab', tab)
    return query.size > 0 ? `${PATH}?${query}` : PATH
  },
})

export const tabUrls = {
  own: urlOf('own'),
  automatic: urlOf('automatic'),
  missing: urlOf('missing'),
  broken: urlOf('broken'),
} satisfies Record<Tab, UrlFormat<ListState>>

export const tabHref = (tab: Tab) => tabUrls[tab].toHref({ search: '', page: 1 })

export const redirectsKey = ['redirects'] as const

const listQuery = <Schema extends z.ZodType>(tab: Tab, path: string, schema: Schema) => {
  return (state: ListState) =>
    queryOptions({
      queryKey: [...redirectsKey, tab, state],
      queryFn: ({ signal }) => staffRequest(`${path}?${toSearchParams(state)}`, schema, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    })
}

export const ownQuery = listQuery('own', '/api/redirects', redirectListResponseSchema)
export const automaticQuery = listQuery('automatic', '/api/redirects/automatic', automaticListResponseSchema)
export const missingQuery = listQuery('missing', '/api/redirects/missing', missingListResponseSchema)
export const brokenQuery = listQuery('broken', '/api/redirects/broken', brokenListResponseSchema)
