import { bodyLimits } from '#contract/limits.ts'
import { mediaListQuerySchema, mediaListResponseSchema, uploadResponseSchema } from '#contract/media.ts'
import { readTyped } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('writePosts', ({ request, headers }) => {
    const query = queryOf(request, mediaListQuerySchema)
    return forward('listMedia', mediaListResponseSchema, { query, headers })
  }),
  POST: handle('writePosts', async ({ request, headers }) => {
    const body = await readTyped(request, { 'multipart/form-data': bodyLimits.multipart })
    return forward('createMedia', uploadResponseSchema, { headers, body })
  }),
})
