import {
  categoryInputSchema,
  categoryListResponseSchema,
  categoryResponseSchema,
  staffCategoryListResponseSchema,
} from '#contract/categories.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('optional', ({ token, headers }) =>
    token
      ? forward('listCategories', staffCategoryListResponseSchema, { headers })
      : forward('listCategories', categoryListResponseSchema, { headers }),
  ),
  POST: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, categoryInputSchema)
    return forward('createCategory', categoryResponseSchema, { headers, json })
  }),
})
