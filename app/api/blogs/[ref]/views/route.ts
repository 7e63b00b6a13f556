import { postViewBeaconSchema } from '#contract/analytics.ts'
import { bodyLimits } from '#contract/limits.ts'
import { viewsResponseSchema } from '#contract/posts.ts'
import { visitorId } from '#lib/analytics/visitor.ts'
import { mediaTypeOf, readInput } from '#lib/http/body.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { requireSameOrigin } from '#lib/auth/caller.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ ref: string }>({
  /** Counts one view of a post and returns the total; null when the caller is not counted. */
  POST: handle('none', async ({ request, params, clientAddress }) => {
    requireSameOrigin(request)
    const isDescribed = mediaTypeOf(request) === 'application/json'
    const origin = isDescribed ? await readInput(request, postViewBeaconSchema, bodyLimits.beacon) : {}
    const visitor = await visitorId(request)
    if (!visitor) return json({ data: null })
    return forward('countView', viewsResponseSchema, {
      ref: params.ref,
      json: { ...origin, visitor },
      clientAddress,
    })
  }),
})
