import { trashResponseSchema } from '#contract/posts.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: handle('writePosts', ({ headers }) => forward('emptyTrash', trashResponseSchema, { headers })),
})
