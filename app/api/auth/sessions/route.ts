import { sessionListResponseSchema } from '#contract/profile.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', ({ headers }) => forward('listSessions', sessionListResponseSchema, { headers })),
  DELETE: handle('token', ({ headers }) => forward('endOtherSessions', messageOnlySchema, { headers })),
})
