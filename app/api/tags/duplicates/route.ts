import { duplicatesChangeSchema, duplicateTagsResponseSchema } from '#contract/tags.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', ({ headers }) =>
    forward('listDuplicateTags', duplicateTagsResponseSchema, { headers }),
  ),
  PUT: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, duplicatesChangeSchema)
    return forward('changeDuplicateTags', duplicateTagsResponseSchema, { headers, json })
  }),
})
