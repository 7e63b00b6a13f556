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
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

export interface MediaState {
  search: string
  show: MediaFilter | undefined
  sort: MediaSort
  page: number
}

export const firstPage: MediaState = { search: '', show: undefined, sort: 'newest', page: 1 }

const toQuery = ({ search, show, sort, page }: MediaState) =>
  toSearchParams({ search, show, sort: sort === 'newest' ? '' : sort, page })

export const mediaUrlFormat: UrlFormat<MediaState> = {
  parse: (query) => {
    const names = ['search', 'show', 'sort', 'page']
    const { search = '', show, sort, page } = mediaListQuerySchema.parse(readParams(query, names))
    return { search, show, sort, page }
  },
  toHref: (state) => toHref('/admin/media', toQuery(state)),
}

export const mediaKey = ['media'] as const

export const mediaListKey = [...mediaKey, 'list'] as const

export const mediaListQuery = (state: MediaState) =>
  queryOptions({
    queryKey: [...mediaListKey, state],
    queryFn: ({ signal }) =>
      staffRequest(`/api/media?${toQuery(state)}`, mediaListResponseSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const pathOf = ({ id }: MediaItem) => `/api/media/${encodeURIComponent(id)}`

export async function readItem(id: string): Promise<MediaItem | undefined> {
  const { data } = await staffRequest(`/api/media?${toSearchParams({ id })}`, mediaListResponseSchema)
  return data.find((item) => item.id === id)
}

export const mediaUsesQuery = (item: MediaItem) =>
  queryOptions({
    queryKey: [...mediaKey, 'uses', item.id],
    queryFn: ({ signal }) => staffRequest(`${pathOf(item)}/uses`, mediaUsesResponseSchema, { signal }),
    gcTime: 0,
  })
