import * as z from 'zod'
import { hasErrorCode } from '#contract/errors.ts'
import { postListResponseSchema } from '#contract/posts.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { lifecycle } from '#lib/process-context.ts'
import { callForJson } from '#lib/upstream/client.ts'

const timeoutMs = 3_000
const readySchema = z.object({ status: z.literal('ok'), disk: z.literal('full').optional() })

/** An upstream without a readiness call is ready when it can list posts. */
async function checkUpstream() {
  try {
    const { data } = await callForJson('getReadiness', readySchema, { timeoutMs })
    return data.disk
  } catch (error) {
    if (hasErrorCode(error, 'unavailable')) throw error
    await callForJson('listPosts', postListResponseSchema, { query: { limit: 1 }, timeoutMs })
    return undefined
  }
}

const reasonOf = (error: unknown) =>
  hasErrorCode(error, 'unavailable') ? error.message : 'The upstream does not respond.'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', async () => {
    if (lifecycle.stopping) return json({ status: 'stopping' }, 503)
    try {
      return json({ status: 'ready', disk: await checkUpstream() })
    } catch (error) {
      return json({ status: 'unready', error: reasonOf(error) }, 503)
    }
  }),
})

export const dynamic = 'force-dynamic'
