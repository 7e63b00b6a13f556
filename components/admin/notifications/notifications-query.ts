import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  NOTIFICATIONS_PER_PAGE,
  notificationListQuerySchema,
  notificationListResponseSchema,
  notificationPreferencesResponseSchema,
} from '#contract/notifications.ts'
import { staffRequest } from '../api.ts'
import { POLL_MS } from '../refetch.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

interface NotificationsState {
  page: number
  status: 'unread' | undefined
}

const path = '/admin/notifications'
export const preferencesHref = `${path}?tab=preferences`

export const notificationsUrl: UrlFormat<NotificationsState> = {
  parse: (query) => {
    const { page, status } = notificationListQuerySchema.parse(readParams(query, ['page', 'status']))
    return { page, status }
  },
  toHref: ({ page, status }) => toHref(path, toSearchParams({ status, page })),
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
