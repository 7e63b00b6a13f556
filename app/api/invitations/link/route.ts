import { invitationLinkResponseSchema, linkQuerySchema } from '#contract/users.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', ({ request, clientAddress }) =>
    forward('getInvitationLink', invitationLinkResponseSchema, {
      query: queryOf(request, linkQuerySchema),
      clientAddress,
    }),
  ),
})
