import { mediaUsesResponseSchema } from '#contract/media.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  GET: handle('writePosts', ({ params, headers }) =>
    forward('listMediaUses', mediaUsesResponseSchema, { ref: params.name, headers }),
  ),
})
