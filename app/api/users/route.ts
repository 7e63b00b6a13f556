import { userListQuerySchema, userListResponseSchema } from '#contract/users.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('manageUsers', ({ request, headers }) =>
    forward('listUsers', userListResponseSchema, { query: queryOf(request, userListQuerySchema), headers }),
  ),
})
