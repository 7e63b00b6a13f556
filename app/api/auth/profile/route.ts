import { requireToken } from '#lib/auth/caller.ts'
import { profileAnswerSchema } from '#lib/auth/schema.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    const token = await requireToken(request)
    const { response } = await forward('profile', profileAnswerSchema, {
      headers: headersFor(request, token),
    })
    return response
  },
})
