import * as z from 'zod'
import { postStatuses } from '#contract/post-status.ts'
import { barePostResponseSchema, postListQuerySchema, postListResponseSchema } from '#contract/posts.ts'
import { unauthorized } from '#lib/auth/caller.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const querySchema = postListQuerySchema.extend({
  status: z
    .enum(['all', ...postStatuses])
    .optional()
    .catch(undefined),
})

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  /** Every status except `published` needs a signed-in caller, so that a public list is not mistaken for a complete one. */
  GET: handle('optional', ({ request, token, headers }) => {
    const { status, ...query } = queryOf(request, querySchema)
    if (status !== undefined && status !== 'published' && !token) throw unauthorized()
    return forward('listPosts', postListResponseSchema, {
      query: { ...query, status: status === 'all' ? undefined : status },
      headers,
    })
  }),
  POST: handle('writePosts', async ({ request, headers }) => {
    const body = await readPostBody(request)
    return forward('createPost', barePostResponseSchema, { headers, body })
  }),
})
