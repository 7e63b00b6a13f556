import { externalLinksResponseSchema, externalLinksSchema } from '#contract/external-links.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  POST: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, externalLinksSchema)
    return forward('checkExternalLinks', externalLinksResponseSchema, { ref: params.ref, headers, json })
  }),
})
