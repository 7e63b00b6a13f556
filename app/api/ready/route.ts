import { z } from 'zod'
import { postListAnswerSchema } from '#lib/blog/schema.ts'
import { json } from '#lib/http/answer.ts'
import { lifecycle } from '#lib/http/lifecycle.ts'
import { route } from '#lib/http/route.ts'
import { callForJson } from '#lib/upstream/call.ts'
import { UpstreamRefusal } from '#lib/upstream/errors.ts'

const timeLimitMs = 3_000
const readySchema = z.object({ status: z.literal('ok'), disk: z.literal('full').optional() })

/** Throws unless the upstream is ready. One that has no call for this, or means something else by it, can serve a list at least. */
async function diskOfUpstream() {
  try {
    const { data } = await callForJson('ready', readySchema, { timeLimitMs })
    return data.disk
  } catch (error) {
    if (error instanceof UpstreamRefusal && error.status === 503) throw error
    await callForJson('listPosts', postListAnswerSchema, { query: { limit: 1 }, timeLimitMs })
    return undefined
  }
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET() {
    if (lifecycle.draining) return json({ status: 'stopping' }, 503)
    try {
      return json({ status: 'ready', disk: await diskOfUpstream() })
    } catch {
      return json({ status: 'unready' }, 503)
    }
  },
})

export const dynamic = 'force-dynamic'
