import { importResponseSchema, importRetrySchema } from '#contract/imports.ts'
import { readOptionalInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageSettings', async ({ request, params, headers }) => {
    const json = await readOptionalInput(request, importRetrySchema)
    return forward('retryImport', importResponseSchema, { ref: params.id, headers, json })
  }),
})
