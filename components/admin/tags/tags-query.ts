import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#contract/errors.ts'
import {
  duplicateTagsResponseSchema,
  staffTagListQuerySchema,
  staffTagListResponseSchema,
  tagMergeResponseSchema,
  type StaffTag,
  type StaffTagListQuery,
  type TagSort,
} from '#contract/tags.ts'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

export interface TagsState {
  name: string
  sort: TagSort
  order: 'asc' | 'desc'
  page: number
}

export const firstOrder = (sort: TagSort) => (sort === 'name' ? 'asc' : 'desc')

const toQuery = ({ name, sort, order, page }: TagsState) =>
  toSearchParams({
    name,
    sort: sort === 'posts' && order === 'desc' ? '' : sort,
    order: order === firstOrder(sort) ? '' : order,
    page,
  })

export const tagsUrl: UrlFormat<TagsState> = {
  parse: (query) => {
    const params = readParams(query, ['name', 'sort', 'order', 'page'])
    const state = staffTagListQuerySchema.parse({ include: 'details', ...params })
    return {
      name: state.name ?? '',
      sort: state.sort,
      order: state.order ?? firstOrder(state.sort),
      page: state.page,
    }
  },
  toHref: (state) => toHref('/admin/blogs/tags', toQuery(state)),
}

export const tagsKey = ['tags'] as const
const REINDEXING_MS = 1_000

export const toListQuery = ({ name, ...state }: TagsState): StaffTagListQuery =>
  staffTagListQuerySchema.parse({ include: 'details', name: name || undefined, ...state })

export const tagListQuery = (state: TagsState) =>
  queryOptions({
    queryKey: [...tagsKey, 'list', state],
    queryFn: ({ signal }) => {
      const query = toQuery(state)
      query.set('include', 'details')
      return staffRequest(`/api/tags?${query}`, staffTagListResponseSchema, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) => (data && data.reindexing > 0 ? REINDEXING_MS : false),
  })

export async function getTagBySlug(slug: string): Promise<StaffTag> {
  const query = new URLSearchParams({ include: 'details', slug })
  const { data } = await staffRequest(`/api/tags?${query}`, staffTagListResponseSchema)
  const tag = data.find((found) => found.slug === slug)
  if (!tag) throw new ApiError('not_found', 'The other tag no longer exists. Rename the tag again.')
  return tag
}

export const duplicatesQuery = queryOptions({
  queryKey: [...tagsKey, 'duplicates'],
  queryFn: ({ signal }) => staffRequest('/api/tags/duplicates', duplicateTagsResponseSchema, { signal }),
  staleTime: 5_000,
})

export const mergePreviewQuery = (into: string, tags: string[]) =>
  queryOptions({
    queryKey: [...tagsKey, 'merge', into, tags],
    queryFn: ({ signal }) =>
      staffRequest('/api/tags/merge', tagMergeResponseSchema, {
        method: 'POST',
        json: { into, tags, preview: true },
        signal,
      }),
    gcTime: 0,
  })
