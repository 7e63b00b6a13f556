import { callerToken, requireToken } from '#lib/auth/caller.ts'
import { barePostAnswerSchema } from '#lib/blog/schema.ts'
import { deletePost, updatePost } from '#lib/blog/write.ts'
import { route } from '#lib/http/route.ts'
import { forward, headersFor } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route<{ ref: string }>({
  async GET(request, { ref }) {
    const headers = headersFor(request, await callerToken(request))
    const { response } = await forward('getPost', barePostAnswerSchema, { ref, headers })
    return response
  },
  async PUT(request, { ref }) {
    return updatePost(request, await requireToken(request), ref)
  },
  async DELETE(request, { ref }) {
    return deletePost(request, await requireToken(request), ref)
  },
})
