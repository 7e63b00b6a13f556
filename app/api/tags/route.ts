import { tagListQuerySchema, tagListResponseSchema } from '#contract/posts.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('optional', ({ request, headers }) =>
    forward('listTags', tagListResponseSchema, { query: queryOf(request, tagListQuerySchema), headers }),
  ),
})
