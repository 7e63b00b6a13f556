import { revisionChangeSchema, revisionResponseSchema } from '#contract/revisions.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string; number: string }>({
  GET: handle('writePosts', ({ params, headers }) =>
    forward('getRevision', revisionResponseSchema, { ...params, headers }),
  ),
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, revisionChangeSchema)
    return forward('nameRevision', revisionResponseSchema, { ...params, headers, json })
  }),
})
