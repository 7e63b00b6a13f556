import { lacksCall } from '#lib/blog/public-client.ts'
import { postListAnswerSchema } from '#lib/blog/schema.ts'
import { anyAnswerSchema } from '#lib/http/any-answer.ts'
import { json } from '#lib/http/answer.ts'
import { lifecycle } from '#lib/http/lifecycle.ts'
import { route } from '#lib/http/route.ts'
import { callForJson } from '#lib/upstream/call.ts'

const timeLimitMs = 3_000

/** The upstream says whether it is ready; one that has no call for this can serve a list at least. */
async function askUpstream() {
  try {
    await callForJson('ready', anyAnswerSchema, { timeLimitMs })
  } catch (error) {
    if (!lacksCall(error)) throw error
    await callForJson('listPosts', postListAnswerSchema, { query: { limit: 1 }, timeLimitMs })
  }
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET() {
    if (lifecycle.draining) return json({ status: 'stopping' }, 503)
    try {
      await askUpstream()
      return json({ status: 'ready' })
    } catch {
      return json({ status: 'unready' }, 503)
    }
  },
})

export const dynamic = 'force-dynamic'
