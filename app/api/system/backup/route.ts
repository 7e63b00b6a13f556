import { handle, route } from '#lib/http/route.ts'
import { callForStream } from '#lib/upstream/client.ts'

const lengthOf = (headers: Headers) => /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0]
const nameOf = (headers: Headers) =>
  /filename="([\w.-]{1,80})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'backup.db'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('manageSettings', async ({ request, headers: sent }) => {
    const { body, headers } = await callForStream('createBackup', { headers: sent }, request.signal)
    const length = lengthOf(headers)
    return new Response(body, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${nameOf(headers)}"`,
        'cache-control': 'private, no-store',
        ...(length !== undefined && { 'content-length': length }),
      },
    })
  }),
})
