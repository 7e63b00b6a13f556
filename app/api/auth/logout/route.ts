import { requireToken } from '#lib/auth/caller.ts'
import { anyAnswerSchema } from '#lib/http/any-answer.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    const token = await requireToken(request)
    const { response } = await forward('logout', anyAnswerSchema, { headers: headersFor(request, token) })
    return response
  },
})
