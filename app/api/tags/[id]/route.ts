import { tagChangeSchema, tagDeletionResponseSchema, tagResponseSchema } from '#contract/tags.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  PUT: handle('editContent', async ({ request, params, headers }) => {
    const json = await readInput(request, tagChangeSchema)
    return forward('renameTag', tagResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('editContent', ({ params, headers }) =>
    forward('deleteTag', tagDeletionResponseSchema, { ref: params.id, headers }),
  ),
})
