import { viewsAnswerSchema } from '#lib/blog/schema.ts'
import { readerId } from '#lib/blog/visitor.ts'
import { json } from '#lib/http/answer.ts'
import { requireSameSite } from '#lib/http/same-site.ts'
import { route } from '#lib/http/route.ts'
import { forward, visitorOf } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route<{ ref: string }>({
  /** Counts one reading of a post and says how many there were; a bot is not counted. */
  async POST(request, { ref }) {
    requireSameSite(request)
    const visitor = readerId(request)
    if (!visitor) return json({ data: null })
    const { response } = await forward('countView', viewsAnswerSchema, {
      ref,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visitor }),
      visitor: visitorOf(request),
    })
    return response
  },
})
