import { importOptionsSchema, importResponseSchema } from '#contract/imports.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageSettings', async ({ request, params, headers }) => {
    const json = await readInput(request, importOptionsSchema)
    return forward('runImport', importResponseSchema, { ref: params.id, headers, json })
  }),
})
