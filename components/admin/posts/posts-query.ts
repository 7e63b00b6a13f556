import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { postListResponseSchema } from '#contract/posts.ts'
import {
  parseStaffListState,
  staffListHref,
  staffListQuery,
  toStaffPage,
  type StaffListState,
} from '#lib/blog/staff-list.ts'
import { staffRequest } from '../api.ts'
import { SCHEDULE_POLL_MS } from '../refetch.ts'
import type { UrlFormat } from '../ui/url-format.ts'

export const postsUrl: UrlFormat<StaffListState> = { parse: parseStaffListState, toHref: staffListHref }

export const postsKey = ['posts'] as const

/** `status=all` requires a session; without it the API would respond with the public list. */
async function fetchPage(state: StaffListState, { signal, limit }: { signal?: AbortSignal; limit?: number }) {
  const now = Date.now()
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...staffListQuery(state, now), ...(limit && { limit }) }))
    if (value !== undefined && value !== '') query.set(name, String(value))
  if (!query.has('status')) query.set('status', 'all')
  const request = signal ? { signal } : {}
  return toStaffPage(await staffRequest(`/api/blogs?${query}`, postListResponseSchema, request), state, now)
}

/** The API lists at most as many at once. */
export const MAX_SELECTED = 1_000

export const fetchResults = async (state: StaffListState) =>
  (await fetchPage({ ...state, page: 1 }, { limit: MAX_SELECTED })).posts

/** Data from the server render counts as fresh for some seconds, so that it is not fetched again at once. */
export const postsQuery = (state: StaffListState) =>
  queryOptions({
    queryKey: [...postsKey, state],
    queryFn: ({ signal }) => fetchPage(state, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) =>
      data?.posts.some(({ status }) => status === 'scheduled') ? SCHEDULE_POLL_MS : false,
  })
