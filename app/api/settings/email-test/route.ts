import { emailTestResponseSchema } from '#contract/settings.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('manageSettings', ({ headers }) =>
    forward('sendTestEmail', emailTestResponseSchema, { headers, timeoutMs: 15_000 }),
  ),
})
