import { previewInputSchema, previewListResponseSchema, previewResponseSchema } from '#contract/previews.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  GET: handle('editContent', ({ params, headers }) =>
    forward('listCaseStudyPreviews', previewListResponseSchema, { ref: params.ref, headers }),
  ),
  POST: handle('editContent', async ({ request, params, headers }) => {
    const json = await readInput(request, previewInputSchema)
    return forward('createCaseStudyPreview', previewResponseSchema, { ref: params.ref, headers, json })
  }),
})
