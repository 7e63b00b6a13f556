import { ApiError } from '#contract/errors.ts'
import { mediaDeletionResponseSchema, mediaItemResponseSchema, mediaUpdateSchema } from '#contract/media.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/client.ts'
import { badGateway } from '#lib/upstream/errors.ts'
import { forward } from '#lib/upstream/forward.ts'

const namePattern = /^[A-Za-z0-9_-]{16,80}\.webp$/

const isWebp = (bytes: Uint8Array) =>
  /^RIFF[^]{4}WEBP/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1'),
  )

const imageHeaders = {
  'content-type': 'image/webp',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The name of a replaced file returns the current file, which has a different ETag. */
function cachingHeaders(name: string, upstream: Headers) {
  const [, file = name] = /^"([A-Za-z0-9_-]{16,80}\.webp)"$/.exec(upstream.get('etag') ?? '') ?? []
  const control = file === name ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { etag: `"${file}"`, 'cache-control': control }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  GET: handle('none', async ({ request, params: { name } }) => {
    if (!namePattern.test(name)) throw new ApiError('not_found', 'Image not found')
    const { bytes, headers: upstream } = await callUpstream('getMedia', { ref: name })
    if (!isWebp(bytes)) throw badGateway(new Error('The image is not WebP'))
    const headers = { ...imageHeaders, ...cachingHeaders(name, upstream) }
    if (request.headers.get('if-none-match') === headers.etag)
      return new Response(null, { status: 304, headers })
    return new Response(bytes, { headers })
  }),
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const body = JSON.stringify(await readInput(request, mediaUpdateSchema))
    return forward('updateMedia', mediaItemResponseSchema, { ref: params.name, headers, body })
  }),
  DELETE: handle('writePosts', ({ params, headers }) =>
    forward('deleteMedia', mediaDeletionResponseSchema, { ref: params.name, headers }),
  ),
})
