import {
  barePostResponseSchema,
  postDeletionQuerySchema,
  postDeletionResponseSchema,
} from '#contract/posts.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('optional', ({ params, headers }) =>
    forward('getPost', barePostResponseSchema, { ref: params.ref, headers }),
  ),
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const body = await readPostBody(request)
    return forward('updatePost', barePostResponseSchema, { ref: params.ref, headers, body })
  }),
  DELETE: handle('writePosts', ({ request, params, headers }) =>
    forward('deletePost', postDeletionResponseSchema, {
      ref: params.ref,
      query: queryOf(request, postDeletionQuerySchema),
      headers,
    }),
  ),
})
