import { postResponseSchema } from '#contract/posts.ts'
import { readPostBody } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('writePosts', ({ params, headers }) =>
    forward('getWorkingCopy', postResponseSchema, { ref: params.ref, headers }),
  ),
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const body = await readPostBody(request)
    return forward('saveWorkingCopy', postResponseSchema, { ref: params.ref, headers, body })
  }),
  DELETE: handle('writePosts', ({ params, headers }) =>
    forward('discardWorkingCopy', postResponseSchema, { ref: params.ref, headers }),
  ),
})
