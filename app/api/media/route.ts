import { requireKnownToken } from '#lib/auth/caller.ts'
import { mediaAnswerSchema } from '#lib/blog/schema.ts'
import { MULTIPART_LIMIT, mediaTypeOf, readBody } from '#lib/http/body.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    const token = await requireKnownToken(request)
    if (mediaTypeOf(request) !== 'multipart/form-data')
      throw new RequestError(415, 'Send multipart/form-data.')
    const body = await readBody(request, MULTIPART_LIMIT)
    const { response } = await forward('addMedia', mediaAnswerSchema, {
      headers: headersFor(request, token),
      body,
    })
    return response
  },
})
