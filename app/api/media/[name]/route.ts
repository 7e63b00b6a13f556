import { ApiError } from '#contract/errors.ts'
import { mediaDeletionResponseSchema, mediaItemResponseSchema, mediaUpdateSchema } from '#contract/media.ts'
import { readInput } from '#lib/http/body.ts'
import { imageTypeOf } from '#lib/http/image-type.ts'
import { handle, route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/client.ts'
import { badGateway } from '#lib/upstream/errors.ts'
import { forward } from '#lib/upstream/forward.ts'

const namePattern = /^[A-Za-z0-9_-]{16,80}\.webp$/

const imageHeaders = {
  vary: 'Accept',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** The name of a replaced file returns the current file, which has a different ETag. */
function cachingHeaders(name: string, upstream: Headers) {
  const [, file = name, format = ''] =
    /^"([A-Za-z0-9_-]{16,80}\.webp)(\.avif)?"$/.exec(upstream.get('etag') ?? '') ?? []
  const control = file === name ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { etag: `"${file}${format}"`, 'cache-control': control }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  GET: handle('none', async ({ request, params: { name } }) => {
    if (!namePattern.test(name)) throw new ApiError('not_found', 'Image not found')
    const accepted = request.headers.get('accept') ?? undefined
    // A JPEG is encoded per request, so only cached share images are JPEG.
    const accept = accepted === 'image/jpeg' ? undefined : accepted
    const { bytes, headers: upstream } = await callUpstream('getMedia', { ref: name, headers: { accept } })
    const type = imageTypeOf(bytes)
    if (!type || type === 'image/jpeg') throw badGateway(new Error('The image is neither WebP nor AVIF'))
    const headers = { ...imageHeaders, 'content-type': type, ...cachingHeaders(name, upstream) }
    if (request.headers.get('if-none-match') === headers.etag)
      return new Response(null, { status: 304, headers })
    return new Response(bytes, { headers })
  }),
  PUT: handle('writePosts', async ({ request, params, headers }) => {
    const json = await readInput(request, mediaUpdateSchema)
    return forward('updateMedia', mediaItemResponseSchema, { ref: params.name, headers, json })
  }),
  DELETE: handle('writePosts', ({ params, headers }) =>
    forward('deleteMedia', mediaDeletionResponseSchema, { ref: params.name, headers }),
  ),
})
