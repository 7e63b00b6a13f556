import { noteChangeSchema, noteResponseSchema } from '#contract/notes.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, noteChangeSchema)
    return forward('updateNote', noteResponseSchema, { ref: params.id, headers, json })
  }),
  DELETE: handle('writePosts', ({ params, headers }) =>
    forward('deleteNote', messageOnlySchema, { ref: params.id, headers }),
  ),
})
