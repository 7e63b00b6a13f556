import {
  redirectDeletionResponseSchema,
  redirectInputSchema,
  redirectResponseSchema,
} from '#contract/redirects.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  PUT: handle('editContent', async ({ request, params, headers }) => {
    const json = await readInput(request, redirectInputSchema)
    return forward('updateRedirect', redirectResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('editContent', ({ params, headers }) =>
    forward('deleteRedirect', redirectDeletionResponseSchema, { ref: params.id, headers }),
  ),
})
