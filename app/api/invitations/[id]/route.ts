import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  DELETE: handle('manageUsers', ({ params, headers }) =>
    forward('deleteInvitation', messageOnlySchema, { ref: params.id, headers }),
  ),
})
