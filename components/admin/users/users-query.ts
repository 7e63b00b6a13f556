import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  invitationListResponseSchema,
  userListQuerySchema,
  userListResponseSchema,
  type UserListQuery,
} from '#contract/users.ts'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

type ListState = Pick<UserListQuery, 'search' | 'status' | 'page'>

export interface UsersState extends ListState {
  invite: boolean
}

export const usersUrl: UrlFormat<UsersState> = {
  parse: (query) => {
    const state = userListQuerySchema.parse(readParams(query, ['search', 'status', 'page']))
    return {
      search: state.search || undefined,
      status: state.status,
      page: state.page,
      invite: query.get('invite') === '1',
    }
  },
  toHref: ({ search, status, page, invite }) =>
    toHref('/admin/users', toSearchParams({ search, status, page, invite: invite ? '1' : '' })),
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
