import { importPartQuerySchema } from '#contract/imports.ts'
import { bodyLimits } from '#contract/limits.ts'
import { readTyped } from '#lib/http/body.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  POST: handle('manageSettings', async ({ request, params, headers }) => {
    const query = queryOf(request, importPartQuerySchema)
    const body = await readTyped(request, { 'application/octet-stream': bodyLimits.importPart })
    return forward('uploadImportPart', messageOnlySchema, { ref: params.id, query, headers, body })
  }),
})
