import { noteResponseSchema, replyInputSchema } from '#contract/notes.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, replyInputSchema)
    return forward('replyToNote', noteResponseSchema, { ref: params.id, headers, json })
  }),
})
