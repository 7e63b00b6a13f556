import { postResponseSchema } from '#contract/posts.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  POST: handle('writePosts', ({ params, headers }) =>
    forward('restorePost', postResponseSchema, { ref: params.ref, headers }),
  ),
})
