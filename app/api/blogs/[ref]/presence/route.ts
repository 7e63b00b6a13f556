import { optionalPresenceSchema, presenceInputSchema, presenceQuerySchema } from '#contract/presence.ts'
import { readInput } from '#lib/http/body.ts'
import { json } from '#lib/http/response.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { isUnsupportedCall } from '#lib/upstream/errors.ts'
import { forward } from '#lib/upstream/forward.ts'

/** An upstream without presence is no error, because editors report often. */
function withoutPresence(error: unknown): Response {
  if (isUnsupportedCall(error)) return json({ data: null })
  throw error
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  POST: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, presenceInputSchema)
    const options = { ref: params.ref, headers, json }
    return forward('reportPresence', optionalPresenceSchema, options).catch(withoutPresence)
  }),
  DELETE: handle('writePosts', ({ request, params, headers }) => {
    const query = queryOf(request, presenceQuerySchema)
    const options = { ref: params.ref, query, headers }
    return forward('endPresence', messageOnlySchema, options).catch(withoutPresence)
  }),
})
