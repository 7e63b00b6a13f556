import { importQuerySchema, importResponseSchema } from '#contract/imports.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: handle('manageSettings', ({ request, params, headers }) => {
    const query = queryOf(request, importQuerySchema)
    return forward('getImport', importResponseSchema, { ref: params.id, query, headers })
  }),
  DELETE: handle('manageSettings', ({ params, headers }) =>
    forward('deleteImport', messageOnlySchema, { ref: params.id, headers }),
  ),
})
