import { importOptionsSchema, importResponseSchema } from '#contract/imports.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

/** A step takes seconds, but a post may have many images. */
const TIMEOUT_MS = 10 * 60_000

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageSettings', async ({ request, params, headers }) => {
    const json = await readInput(request, importOptionsSchema)
    const options = { ref: params.id, headers, json, timeoutMs: TIMEOUT_MS }
    return forward('runImport', importResponseSchema, options)
  }),
})
