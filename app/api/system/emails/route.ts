import { undeliveredEmailsResponseSchema } from '#contract/system.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('manageSettings', ({ headers }) =>
    forward('listUndeliveredEmails', undeliveredEmailsResponseSchema, { headers }),
  ),
})
