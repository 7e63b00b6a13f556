import { importResponseSchema } from '#contract/imports.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageSettings', ({ params, headers }) =>
    forward('checkImport', importResponseSchema, { ref: params.id, headers }),
  ),
})
