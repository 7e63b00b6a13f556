import { beaconSchema } from '#contract/analytics.ts'
import { bodyLimits } from '#contract/limits.ts'
import { recordEvent } from '#lib/analytics/events.ts'
import { requireSameOrigin } from '#lib/auth/caller.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request }) => {
    requireSameOrigin(request)
    await recordEvent(request, await readInput(request, beaconSchema, bodyLimits.beacon))
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  }),
})
