import {
  notificationListResponseSchema,
  preferencesResponseSchema,
  type NotificationListQuery,
  type NotificationPage,
  type StoredPreferences,
} from '#contract/notifications.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}

/** Returns null when the upstream has no notifications. */
export const listNotifications = (
  { token }: Staff,
  query: Omit<NotificationListQuery, 'limit'>,
): Promise<NotificationPage | null> =>
  orNull(
    callForJson('listNotifications', notificationListResponseSchema, {
      query: { ...query },
      headers: bearer(token),
    }).then(({ data }) => data),
  )

export const getPreferences = ({ token }: Staff): Promise<StoredPreferences | null> =>
  orNull(
    callForJson('getNotificationPreferences', preferencesResponseSchema, { headers: bearer(token) }).then(
      ({ data }) => data.data,
    ),
  )
