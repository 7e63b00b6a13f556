import { ApiError } from '#contract/errors.ts'
import { handle, route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/client.ts'
import { badGateway } from '#lib/upstream/errors.ts'

const namePattern = /^[A-Za-z0-9_-]{16,80}\.webp$/

const isWebp = (bytes: Uint8Array) =>
  /^RIFF[^]{4}WEBP/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1'),
  )

/** Cached for a year, so only WebP files are sent. */
const imageHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ name: string }>({
  /** The content behind a name never changes, so the name is the ETag. */
  GET: handle('none', async ({ request, params: { name } }) => {
    if (!namePattern.test(name)) throw new ApiError('not_found', 'Image not found')
    const headers = { ...imageHeaders, etag: `"${name}"` }
    if (request.headers.get('if-none-match') === headers.etag)
      return new Response(null, { status: 304, headers })
    const { bytes } = await callUpstream('getMedia', { ref: name })
    if (!isWebp(bytes)) throw badGateway(new Error('The image is not WebP'))
    return new Response(bytes, { headers })
  }),
})
