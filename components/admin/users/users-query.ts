import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  invitationListResponseSchema,
  userListQuerySchema,
  userListResponseSchema,
  type UserListQuery,
} from '#contract/users.ts'
import { staffRequest } from '../api.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

type ListState = Pick<UserListQuery, 'search' | 'status' | 'page'>

export interface UsersState extends ListState {
  invite: boolean
}

const toSearchParams = ({ search, status, page }: ListState) => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status) query.set('status', status)
  if (page > 1) query.set('page', String(page))
  return query
}

export const usersUrl: UrlFormat<UsersState> = {
  parse: (query) => {
    const [search, status, page] = ['search', 'status', 'page'].map((name) => query.get(name) ?? undefined)
    const state = userListQuerySchema.parse({ search, status, page })
    return {
      search: state.search || undefined,
      status: state.status,
      page: state.page,
      invite: query.get('invite') === '1',
    }
  },
  toHref: (state) => {
    const query = toSearchParams(state)
    if (state.invite) query.set('invite', '1')
    return query.size > 0 ? `/admin/users?${query}` : '/admin/users'
  },
}

export const usersKey = ['users'] as const

export const userListQuery = ({ search, status, page }: ListState) =>
  queryOptions({
    queryKey: [...usersKey, 'list', { search, status, page }],
    queryFn: ({ signal }) =>
      staffRequest(`/api/users?${toSearchParams({ search, status, page })}`, userListResponseSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const activeUsersQuery = queryOptions({
  queryKey: [...usersKey, 'active'],
  queryFn: async ({ signal }) =>
    (await staffRequest('/api/users?status=active&limit=1000', userListResponseSchema, { signal })).data
      .users,
})

export const invitationsQuery = queryOptions({
  queryKey: [...usersKey, 'invitations'],
  queryFn: async ({ signal }) =>
    (await staffRequest('/api/invitations', invitationListResponseSchema, { signal })).data.invitations,
  staleTime: 5_000,
})
