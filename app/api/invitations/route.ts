import {
  invitationInputSchema,
  invitationListResponseSchema,
  invitationResponseSchema,
} from '#contract/users.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('manageUsers', ({ headers }) =>
    forward('listInvitations', invitationListResponseSchema, { headers }),
  ),
  POST: handle('manageUsers', async ({ request, headers }) => {
    const json = await readInput(request, invitationInputSchema)
    return forward('createInvitation', invitationResponseSchema, { headers, json })
  }),
})
