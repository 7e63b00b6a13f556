'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import {
  notificationChangeResponseSchema,
  type NotificationChange,
  type NotificationPage,
} from '#contract/notifications.ts'
import { staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { notificationsKey } from './notifications-query.ts'

const applyTo =
  ({ read, ids }: NotificationChange) =>
  (page: NotificationPage | undefined) =>
    page && {
      ...page,
      data: {
        ...page.data,
        notifications: page.data.notifications.map((notification) =>
          ids === undefined || ids.includes(notification.id) ? { ...notification, read } : notification,
        ),
      },
    }

/** Updates the list at once, and reverts it when the request fails. */
export function useMarkNotifications() {
  const queries = useQueryClient()
  const filter = { queryKey: notificationsKey }
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: (change: NotificationChange) =>
      staffRequest('/api/notifications', notificationChangeResponseSchema, { method: 'PUT', json: change }),
    onMutate: async (change) => {
      await queries.cancelQueries(filter)
      const before = queries.getQueriesData<NotificationPage>(filter)
      queries.setQueriesData(filter, applyTo(change))
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, page] of before ?? []) queries.setQueryData(key, page)
      toast.error('Failed to update the notifications. Please try again.')
    },
    onSettled: () => refetch(queries, notificationsKey),
  }).mutate
}
