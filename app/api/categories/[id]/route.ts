import {
  categoryChangeSchema,
  categoryDeletionResponseSchema,
  categoryResponseSchema,
} from '#contract/categories.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  PUT: handle('editContent', async ({ request, params, headers }) => {
    const json = await readInput(request, categoryChangeSchema)
    return forward('updateCategory', categoryResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('editContent', ({ params, headers }) =>
    forward('deleteCategory', categoryDeletionResponseSchema, { ref: params.id, headers }),
  ),
})
