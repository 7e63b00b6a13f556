import { postListAnswerSchema } from '#lib/blog/schema.ts'
import { json } from '#lib/http/answer.ts'
import { lifecycle } from '#lib/http/lifecycle.ts'
import { route } from '#lib/http/route.ts'
import { callForJson } from '#lib/upstream/call.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET() {
    if (lifecycle.draining) return json({ status: 'stopping' }, 503)
    try {
      // Listed in section 7, so that a remote upstream which has no call of its own for this can answer as well.
      await callForJson('listPosts', postListAnswerSchema, { query: { limit: 1 }, timeLimitMs: 3_000 })
      return json({ status: 'ready' })
    } catch {
      return json({ status: 'unready' }, 503)
    }
  },
})

export const dynamic = 'force-dynamic'
