import { barePostResponseSchema } from '#contract/posts.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('optional', ({ params, headers }) =>
    forward('getPost', barePostResponseSchema, { ref: params.ref, headers }),
  ),
  PUT: handle('account', async ({ request, params, headers }) => {
    const body = await readPostBody(request)
    return forward('updatePost', barePostResponseSchema, { ref: params.ref, headers, body })
  }),
  DELETE: handle('token', ({ params, headers }) =>
    forward('deletePost', messageOnlySchema, { ref: params.ref, headers }),
  ),
})
