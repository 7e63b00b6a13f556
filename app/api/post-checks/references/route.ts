import { bodyLimits } from '#contract/limits.ts'
import { referenceProblemsSchema, referencesSchema } from '#contract/post-checks.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('writePosts', async ({ request, headers }) => {
    const json = await readInput(request, referencesSchema, bodyLimits.post)
    return forward('checkReferences', referenceProblemsSchema, { headers, json })
  }),
})
