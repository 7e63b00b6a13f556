import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  NOTIFICATIONS_PER_PAGE,
  notificationListQuerySchema,
  notificationListResponseSchema,
  notificationPreferencesResponseSchema,
} from '#contract/notifications.ts'
import { staffRequest } from '../api.ts'
import { POLL_MS } from '../refetch.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

interface NotificationsState {
  page: number
  status: 'unread' | undefined
}

const path = '/admin/notifications'
export const preferencesHref = `${path}?tab=preferences`

export const notificationsUrl: UrlFormat<NotificationsState> = {
  parse: (query) => {
    const [page, status] = ['page', 'status'].map((name) => query.get(name) ?? undefined)
    const state = notificationListQuerySchema.parse({ page, status })
    return { page: state.page, status: state.status }
  },
  toHref: ({ page, status }) => {
    const query = new URLSearchParams()
    if (status) query.set('status', status)
    if (page > 1) query.set('page', String(page))
    return query.size > 0 ? `${path}?${query}` : path
  },
}

export const notificationsKey = ['notifications'] as const

export const notificationsQuery = ({ page, status }: NotificationsState, limit = NOTIFICATIONS_PER_PAGE) =>
  queryOptions({
    queryKey: [...notificationsKey, { page, status, limit }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        page: String(page),
        limit: String(limit),
        ...(status && { status }),
      })
      return staffRequest(`/api/notifications?${query}`, notificationListResponseSchema, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: POLL_MS,
  })

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async ({ signal }) =>
    (await staffRequest('/api/notifications/preferences', notificationPreferencesResponseSchema, { signal }))
      .data,
  staleTime: 5_000,
})
