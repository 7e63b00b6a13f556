import { ApiError } from '#contract/errors.ts'
import { mediaDeletionResponseSchema, mediaItemResponseSchema, mediaUpdateSchema } from '#contract/media.ts'
import { readInput } from '#lib/http/body.ts'
import { matchesEtag } from '#contract/http.ts'
import { handle, route } from '#lib/http/route.ts'
import { getImageFile } from '#lib/media/queries.ts'
import { badGateway } from '#lib/upstream/errors.ts'
import { forward } from '#lib/upstream/forward.ts'

const namePattern = /^[A-Za-z0-9_-]{16,80}\.webp$/

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  GET: handle('none', async ({ request, params: { name } }) => {
    if (!namePattern.test(name)) throw new ApiError('not_found', 'Image not found')
    const accepted = request.headers.get('accept') ?? undefined
    // A JPEG is encoded per request, so only cached share images are JPEG.
    const accept = accepted === 'image/jpeg' ? undefined : accepted
    const { bytes, type, file, etag } = await getImageFile(name, accept)
    if (type === 'image/jpeg') throw badGateway(new Error('The image is neither WebP nor AVIF'))
    const control = file === name ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = { vary: 'Accept', 'content-type': type, etag, 'cache-control': control }
    if (matchesEtag(request.headers.get('if-none-match') ?? '', etag))
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
