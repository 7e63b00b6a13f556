import * as z from 'zod'
import { ApiError, hasErrorCode } from '#contract/errors.ts'
import { postListResponseSchema } from '#contract/posts.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { lifecycle } from '#lib/process-context.ts'
import { callForJson } from '#lib/upstream/client.ts'
import { UnexpectedResponse } from '#lib/upstream/errors.ts'

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

/** What `fetch` throws without a response, such as ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
const failedFetchSchema = z.object({ cause: z.object({ code: z.string() }) })

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'gateway_timeout')
    return 'The upstream does not respond.'
  if (error.code === 'unavailable') return error.message
  if (error.cause instanceof UnexpectedResponse) return error.cause.message
  const { data } = failedFetchSchema.safeParse(error.cause)
  return `The upstream does not respond ${data ? `(${data.cause.code})` : 'as expected'}.`
}

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
