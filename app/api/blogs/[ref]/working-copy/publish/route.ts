import { postResponseSchema } from '#contract/posts.ts'
import { publishChangesSchema } from '#contract/working-copies.ts'
import { readOptionalInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  POST: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readOptionalInput(request, publishChangesSchema)
    return forward('publishWorkingCopy', postResponseSchema, { ref: params.ref, headers, json })
  }),
})
