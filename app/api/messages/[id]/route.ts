import {
  messageChangeSchema,
  messageFilterSchema,
  messageResponseSchema,
  messageWithNeighborsSchema,
} from '#contract/messages.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: handle('readMessages', ({ request, params, headers }) =>
    forward('getMessage', messageWithNeighborsSchema, {
      ref: params.id,
      query: queryOf(request, messageFilterSchema),
      headers,
    }),
  ),
  PUT: handle('readMessages', async ({ request, params, headers }) => {
    const json = await readInput(request, messageChangeSchema)
    return forward('updateMessage', messageResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('readMessages', ({ params, headers }) =>
    forward('deleteMessage', messageOnlySchema, { ref: params.id, headers }),
  ),
})
