import { resetLinkResponseSchema } from '#contract/users.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageUsers', ({ params, headers }) =>
    forward('createResetLink', resetLinkResponseSchema, { ref: params.id, headers }),
  ),
})
