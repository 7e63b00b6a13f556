import { bodyLimits } from '#contract/limits.ts'
import { mediaItemResponseSchema } from '#contract/media.ts'
import { readTyped } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const body = await readTyped(request, { 'multipart/form-data': bodyLimits.multipart })
    return forward('replaceMedia', mediaItemResponseSchema, { ref: params.name, headers, body })
  }),
})
