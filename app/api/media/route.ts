import { bodyLimits } from '#contract/limits.ts'
import { mediaResponseSchema } from '#contract/posts.ts'
import { readTyped } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('account', async ({ request, headers }) => {
    const body = await readTyped(request, { 'multipart/form-data': bodyLimits.multipart })
    return forward('createMedia', mediaResponseSchema, { headers, body })
  }),
})
