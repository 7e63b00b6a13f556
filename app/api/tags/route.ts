import { callerToken } from '#lib/auth/caller.ts'
import { tagListAnswerSchema } from '#lib/blog/schema.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    const headers = headersFor(request, await callerToken(request))
    const { response } = await forward('listTags', tagListAnswerSchema, { headers })
    return response
  },
})
