import * as z from 'zod'
import { limitUpTo } from '#contract/lists.ts'
import { relatedResponseSchema } from '#contract/posts.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const querySchema = z.object({ limit: limitUpTo(20).optional().catch(undefined) })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('optional', ({ request, params, headers }) =>
    forward('listRelatedPosts', relatedResponseSchema, {
      ref: params.ref,
      query: queryOf(request, querySchema),
      headers,
    }),
  ),
})
