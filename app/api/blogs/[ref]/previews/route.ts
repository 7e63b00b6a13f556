import { previewInputSchema, previewListResponseSchema, previewResponseSchema } from '#contract/previews.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('writePosts', ({ params, headers }) =>
    forward('listPreviews', previewListResponseSchema, { ref: params.ref, headers }),
  ),
  POST: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, previewInputSchema)
    return forward('createPreview', previewResponseSchema, { ref: params.ref, headers, json })
  }),
})
