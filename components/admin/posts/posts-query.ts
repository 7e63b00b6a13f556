import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#components/admin/staff-api.ts'
import type { PostListAnswer } from '#lib/blog/schema.ts'
import { staffListQuery, staffPage, type StaffListState } from '#lib/blog/staff-list.ts'

/** Every page of the staff list, for whoever has changed a post. */
export const POSTS_KEY = ['posts']

async function fetchPage(state: StaffListState, signal: AbortSignal) {
  const now = Date.now()
  const query = new URLSearchParams({ as: 'staff' })
  for (const [name, value] of Object.entries(staffListQuery(state, now)))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const response = await staffFetch(`/api/blogs?${query}`, { signal })
  if (!response.ok) throw new Error(`The list was answered with ${response.status}.`)
  // Our own handler has parsed it by the schema of this type.
  const answer: PostListAnswer = await response.json()
  return staffPage(answer, state, now)
}

/** One page of the list. What the server has rendered counts as fresh long enough not to be fetched again at once. */
export const postsQuery = (state: StaffListState) =>
  queryOptions({
    queryKey: [...POSTS_KEY, state],
    queryFn: ({ signal }) => fetchPage(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
