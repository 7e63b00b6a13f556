import {
  notificationListResponseSchema,
  notificationPreferencesResponseSchema,
  type NotificationListQuery,
  type NotificationPage,
  type StoredPreferences,
} from '#contract/notifications.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callIfSupported } from '../upstream/client.ts'

export const listNotifications = (
  staff: Staff,
  query: Omit<NotificationListQuery, 'limit'>,
): Promise<NotificationPage | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listNotifications', notificationListResponseSchema, { query: { ...query }, headers }),
  )

export async function getNotificationPreferences(staff: Staff): Promise<StoredPreferences | null> {
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('getNotificationPreferences', notificationPreferencesResponseSchema, { headers }),
  )
  return response?.data ?? null
}
