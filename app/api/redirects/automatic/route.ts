import { automaticListResponseSchema, redirectListQuerySchema } from '#contract/redirects.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', ({ request, headers }) => {
    const query = queryOf(request, redirectListQuerySchema)
    return forward('listAutomaticRedirects', automaticListResponseSchema, { query, headers })
  }),
})
