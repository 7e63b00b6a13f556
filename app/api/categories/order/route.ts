import { categoryOrderSchema, staffCategoryListResponseSchema } from '#contract/categories.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: handle('editContent', async ({ request, headers }) => {
    const json = await readInput(request, categoryOrderSchema)
    return forward('orderCategories', staffCategoryListResponseSchema, { headers, json })
  }),
})
