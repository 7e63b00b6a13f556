import { bodyLimits } from '#contract/limits.ts'
import { subscriberImportResponseSchema, subscriberImportSchema } from '#contract/subscribers.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('readMessages', async ({ request, headers }) => {
    const json = await readInput(request, subscriberImportSchema, bodyLimits.csv)
    return forward('importSubscribers', subscriberImportResponseSchema, { headers, json })
  }),
})
