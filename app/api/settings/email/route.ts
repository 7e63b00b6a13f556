import { emailStatusQuerySchema, emailStatusResponseSchema } from '#contract/settings.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

/** The mail server may take ten seconds. */
const TIMEOUT_MS = 15_000

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('manageSettings', ({ request, headers }) =>
    forward('getEmailStatus', emailStatusResponseSchema, {
      query: queryOf(request, emailStatusQuerySchema),
      headers,
      timeoutMs: TIMEOUT_MS,
    }),
  ),
})
