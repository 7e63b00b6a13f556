import {
  notificationListResponseSchema,
  notificationPreferencesResponseSchema,
  type NotificationListQuery,
  type NotificationPage,
  type StoredPreferences,
} from '#contract/notifications.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export const listNotifications = (
  { token }: Staff,
  query: Omit<NotificationListQuery, 'limit'>,
): Promise<NotificationPage | null> =>
  callIfSupported('listNotifications', notificationListResponseSchema, {
    query: { ...query },
    headers: bearer(token),
  })

export async function getNotificationPreferences({ token }: Staff): Promise<StoredPreferences | null> {
  const options = { headers: bearer(token) }
  const response = await callIfSupported(
    'getNotificationPreferences',
    notificationPreferencesResponseSchema,
    options,
  )
  return response?.data ?? null
}
