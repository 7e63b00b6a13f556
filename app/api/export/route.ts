import { exportSummaryResponseSchema } from '#contract/imports.ts'
import { downloadFile } from '#lib/http/download.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const file = { name: 'blog-export.zip', type: 'application/zip' }

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', ({ headers }) =>
    forward('summarizeExport', exportSummaryResponseSchema, { headers }),
  ),
  POST: handle('editContent', ({ request, headers }) =>
    downloadFile('exportPosts', file, { headers }, request.signal),
  ),
})
