import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/call.ts'
import { UpstreamFault } from '#lib/upstream/errors.ts'

const namePattern = /^[A-Za-z0-9_-]{16,80}\.webp$/

/** A year is a long time for something else that stood in for the image. */
const isWebp = (bytes: Uint8Array) =>
  /^RIFF[^]{4}WEBP/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1'),
  )

const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

export const { GET, POST, PUT, PATCH, DELETE } = route<{ name: string }>({
  /** A stored image. Its address never gets another content, so its name is its validator. */
  async GET(request, { name }) {
    if (!namePattern.test(name)) throw new RequestError(404, 'There is no such image.')
    const etag = `"${name}"`
    if (request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers: { ...headers, etag } })
    const { bytes } = await callUpstream('getMedia', { ref: name })
    if (!isWebp(bytes)) throw new UpstreamFault('garbage')
    return new Response(bytes, { headers: { ...headers, etag } })
  },
})
