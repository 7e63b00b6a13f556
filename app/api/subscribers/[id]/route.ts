import { subscriberDeletionResponseSchema } from '#contract/subscribers.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  DELETE: handle('readMessages', ({ params, headers }) =>
    forward('deleteSubscriber', subscriberDeletionResponseSchema, { ref: params.id, headers }),
  ),
})
