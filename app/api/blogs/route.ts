import { callerToken, requireKnownToken, requireToken } from '#lib/auth/caller.ts'
import { postListAnswerSchema, postListQuerySchema } from '#lib/blog/schema.ts'
import { createPost } from '#lib/blog/write.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    const asked = Object.fromEntries(new URL(request.url).searchParams)
    // A staff page would take the public view for the whole when its session has run out.
    const token = await (asked['as'] === 'staff' ? requireToken(request) : callerToken(request))
    const { response } = await forward('listPosts', postListAnswerSchema, {
      query: postListQuerySchema.parse(asked),
      headers: headersFor(request, token),
    })
    return response
  },
  async POST(request) {
    return createPost(request, await requireKnownToken(request))
  },
})
