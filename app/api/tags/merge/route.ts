import { tagMergeResponseSchema, tagMergeSchema } from '#contract/tags.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, tagMergeSchema)
    return forward('mergeTags', tagMergeResponseSchema, { headers, json })
  }),
})
