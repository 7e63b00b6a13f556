import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  mediaListQuerySchema,
  mediaListResponseSchema,
  mediaUsesResponseSchema,
  type MediaFilter,
  type MediaItem,
  type MediaSort,
} from '#contract/media.ts'
import { staffRequest } from '../api.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

export interface MediaState {
  search: string
  show: MediaFilter | undefined
  sort: MediaSort
  page: number
}

export const firstPage: MediaState = { search: '', show: undefined, sort: 'newest', page: 1 }

const PATH = '/admin/media'

const toSearchParams = ({ search, show, sort, page }: MediaState) => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (show) query.set('show', show)
  if (sort !== 'newest') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return query
}

export const mediaUrlFormat: UrlFormat<MediaState> = {
  parse: (query) => {
    const names = ['search', 'show', 'sort', 'page']
    const given = names.map((name) => [name, query.get(name) ?? undefined] as const)
    const { search = '', show, sort, page } = mediaListQuerySchema.parse(Object.fromEntries(given))
    return { search, show, sort, page }
  },
  toHref: (state) => {
    const query = toSearchParams(state)
    return query.size > 0 ? `${PATH}?${query}` : PATH
  },
}

export const mediaKey = ['media'] as const

export const mediaListKey = [...mediaKey, 'list'] as const

export const mediaListQuery = (state: MediaState) =>
  queryOptions({
    queryKey: [...mediaListKey, state],
    queryFn: ({ signal }) =>
      staffRequest(`/api/media?${toSearchParams(state)}`, mediaListResponseSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const pathOf = ({ id }: MediaItem) => `/api/media/${encodeURIComponent(id)}`

export const mediaUsesQuery = (item: MediaItem) =>
  queryOptions({
    queryKey: [...mediaKey, 'uses', item.id],
    queryFn: ({ signal }) => staffRequest(`${pathOf(item)}/uses`, mediaUsesResponseSchema, { signal }),
    gcTime: 0,
  })
