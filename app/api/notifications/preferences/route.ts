import {
  notificationPreferencesResponseSchema,
  notificationPreferencesSchema,
} from '#contract/notifications.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', ({ headers }) =>
    forward('getNotificationPreferences', notificationPreferencesResponseSchema, { headers }),
  ),
  PUT: handle('account', async ({ request, headers }) => {
    const json = await readInput(request, notificationPreferencesSchema)
    return forward('updateNotificationPreferences', notificationPreferencesResponseSchema, { headers, json })
  }),
})
