import * as z from 'zod'
import { changesResponseSchema } from '#contract/changes.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const querySchema = z.object({ since: z.coerce.number().int().nonnegative().optional().catch(undefined) })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', ({ request, headers }) =>
    forward('listChanges', changesResponseSchema, { query: queryOf(request, querySchema), headers }),
  ),
})
