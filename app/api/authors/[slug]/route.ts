import { authorResponseSchema } from '#contract/authors.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ slug: string }>({
  GET: handle('optional', ({ params, headers }) =>
    forward('getAuthor', authorResponseSchema, { ref: params.slug, headers }),
  ),
})
