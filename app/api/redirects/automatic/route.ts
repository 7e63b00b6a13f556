import { automaticListResponseSchema, redirectListQuerySchema } from '#contract/redirects.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { flushRedirectHits } from '#lib/redirects/hits.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', async ({ request, headers }) => {
    await flushRedirectHits()
    const query = queryOf(request, redirectListQuerySchema)
    return forward('listAutomaticRedirects', automaticListResponseSchema, { query, headers })
  }),
})
