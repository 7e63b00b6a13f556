import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  automaticListResponseSchema,
  brokenListResponseSchema,
  missingListResponseSchema,
  redirectListQuerySchema,
  redirectListResponseSchema,
  type Redirect,
} from '#contract/redirects.ts'
import type * as z from 'zod'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

interface ListState {
  search: string
  page: number
}

export const tabs = ['own', 'automatic', 'missing', 'broken'] as const
export type Tab = (typeof tabs)[number]

const urlOf = (tab: Tab): UrlFormat<ListState> => ({
  parse: (query) => {
    const { search = '', page } = redirectListQuerySchema.parse(readParams(query, ['search', 'page']))
    return { search, page }
  },
  toHref: ({ search, page }) =>
    toHref('/admin/redirects', toSearchParams({ search, page, tab: tab === 'own' ? '' : tab })),
})

export const tabUrls = {
  own: urlOf('own'),
  automatic: urlOf('automatic'),
  missing: urlOf('missing'),
  broken: urlOf('broken'),
} satisfies Record<Tab, UrlFormat<ListState>>

export const tabHref = (tab: Tab) => tabUrls[tab].toHref({ search: '', page: 1 })

export const csvHref = ({ search }: ListState) =>
  toHref('/api/redirects', toSearchParams({ search, format: 'csv' }))

export const redirectsKey = ['redirects'] as const

const listQuery = <Schema extends z.ZodType>(tab: Tab, path: string, schema: Schema) => {
  return (state: ListState) =>
    queryOptions({
      queryKey: [...redirectsKey, tab, state],
      queryFn: ({ signal }) => staffRequest(`${path}?${toSearchParams({ ...state })}`, schema, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    })
}

export async function readRedirect(id: string): Promise<Redirect | undefined> {
  const path = `/api/redirects?${toSearchParams({ id })}`
  const { data } = await staffRequest(path, redirectListResponseSchema)
  return data.find((redirect) => redirect.id === id)
}

export const ownQuery = listQuery('own', '/api/redirects', redirectListResponseSchema)
export const automaticQuery = listQuery('automatic', '/api/redirects/automatic', automaticListResponseSchema)
export const missingQuery = listQuery('missing', '/api/redirects/missing', missingListResponseSchema)
export const brokenQuery = listQuery('broken', '/api/redirects/broken', brokenListResponseSchema)
