import { barePostResponseSchema } from '#contract/posts.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string; number: string }>({
  POST: handle('writePosts', ({ params, headers }) =>
    forward('restoreRevision', barePostResponseSchema, { ...params, headers }),
  ),
})
