import { messageListQuerySchema, messageListResponseSchema } from '#contract/messages.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('readMessages', ({ request, headers }) =>
    forward('listMessages', messageListResponseSchema, {
      query: queryOf(request, messageListQuerySchema),
      headers,
    }),
  ),
})
