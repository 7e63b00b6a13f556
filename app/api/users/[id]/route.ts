import { userChangeSchema, userDeletionSchema, userResponseSchema } from '#contract/users.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: handle('manageUsers', ({ params, headers }) =>
    forward('getUser', userResponseSchema, { ref: params.id, headers }),
  ),
  PUT: handle('manageUsers', async ({ request, params, headers }) => {
    const json = await readInput(request, userChangeSchema)
    return forward('updateUser', userResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('manageUsers', ({ request, params, headers }) => {
    const query = queryOf(request, userDeletionSchema)
    return forward('deleteUser', messageOnlySchema, { ref: params.id, query, headers })
  }),
})
