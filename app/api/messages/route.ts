import { requireToken } from '#lib/auth/caller.ts'
import { route } from '#lib/http/route.ts'
import { messageListAnswerSchema, messageListQuerySchema } from '#lib/messages/schema.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    const headers = headersFor(request, await requireToken(request))
    const query = messageListQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams))
    return (await forward('listMessages', messageListAnswerSchema, { query, headers })).response
  },
})
