'use client'

import { useMutation, useMutationState, useQueryClient, type MutationState } from '@tanstack/react-query'
import { toast } from 'sonner'
import {
  notificationChangeResponseSchema,
  type NotificationChange,
  type NotificationPage,
} from '#contract/notifications.ts'
import { staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { notificationsKey } from './notifications-query.ts'

/** Does not mark what arrived since the page was loaded. */
export const allUpTo = ({ data: { newest } }: NotificationPage): NotificationChange => ({
  read: true,
  ...(newest && { upTo: newest }),
})

const mutationKey = ['mark-notifications']

function applyTo(page: NotificationPage, { read, ids, upTo }: NotificationChange): NotificationPage {
  // A page that was loaded later may have newer ones, which stay unread.
  const isAll = ids === undefined && (upTo === undefined || upTo === page.data.newest)
  const notifications = page.data.notifications.map((notification) =>
    isAll || ids?.includes(notification.id) ? { ...notification, read } : notification,
  )
  return { ...page, data: { ...page.data, notifications } }
}

export function usePendingMarks(page: NotificationPage | undefined): NotificationPage | undefined {
  const marks = useMutationState<MutationState<unknown, Error, NotificationChange>>({
    filters: { mutationKey, status: 'pending' },
  })
  return page && marks.reduce((shown, { variables }) => (variables ? applyTo(shown, variables) : shown), page)
}

export function useMarkNotifications() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey,
    scope: { id: 'notifications' },
    mutationFn: (change: NotificationChange) =>
      staffRequest('/api/notifications', notificationChangeResponseSchema, { method: 'PUT', json: change }),
    onError: () => toast.error('Failed to update the notifications. Please try again.'),
    onSettled: () => refetch(queries, notificationsKey),
  }).mutate
}
