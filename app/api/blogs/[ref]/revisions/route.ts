import { revisionListQuerySchema, revisionListResponseSchema } from '#contract/revisions.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('writePosts', ({ request, params, headers }) =>
    forward('listRevisions', revisionListResponseSchema, {
      ref: params.ref,
      query: queryOf(request, revisionListQuerySchema),
      headers,
    }),
  ),
})
