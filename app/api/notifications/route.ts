import {
  notificationChangeResponseSchema,
  notificationChangeSchema,
  notificationListQuerySchema,
  notificationListResponseSchema,
} from '#contract/notifications.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', ({ request, headers }) =>
    forward('listNotifications', notificationListResponseSchema, {
      query: queryOf(request, notificationListQuerySchema),
      headers,
    }),
  ),
  PUT: handle('account', async ({ request, headers }) => {
    const json = await readInput(request, notificationChangeSchema)
    return forward('updateNotifications', notificationChangeResponseSchema, { headers, json })
  }),
})
