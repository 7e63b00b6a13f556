import { exportSummaryResponseSchema } from '#contract/exports.ts'
import { handle, route } from '#lib/http/route.ts'
import { callForStream } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

const nameOf = (headers: Headers) =>
  /filename="([\w.-]{1,80})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'blog-export.zip'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('editContent', ({ headers }) =>
    forward('summarizeExport', exportSummaryResponseSchema, { headers }),
  ),
  POST: handle('editContent', async ({ request, headers: sent }) => {
    const { body, headers } = await callForStream('exportPosts', { headers: sent }, request.signal)
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${nameOf(headers)}"`,
        'cache-control': 'private, no-store',
      },
    })
  }),
})
