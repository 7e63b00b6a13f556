import {
  importCreatedResponseSchema,
  importInputSchema,
  importListQuerySchema,
  importListResponseSchema,
} from '#contract/imports.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('manageSettings', ({ request, headers }) => {
    const query = queryOf(request, importListQuerySchema)
    return forward('listImports', importListResponseSchema, { query, headers })
  }),
  POST: handle('manageSettings', async ({ request, headers }) => {
    const json = await readInput(request, importInputSchema)
    return forward('createImport', importCreatedResponseSchema, { headers, json })
  }),
})
