import { ApiError } from '#contract/errors.ts'
import { route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/client.ts'

export const dynamic = 'force-dynamic'

/** An upstream that has no JPEG sends WebP. */
const typeOf = ([first]: Uint8Array) => (first === 0xff ? 'image/jpeg' : 'image/webp')

export const { GET } = route<{ name: string }>({
  async GET(_request, { name }) {
    if (!/^[\w-]{16,80}\.jpg$/.test(name)) throw new ApiError('not_found', 'Image not found')
    const { bytes } = await callUpstream('getMedia', {
      ref: name.replace('.jpg', '.webp'),
      headers: { accept: 'image/jpeg' },
    })
    return new Response(bytes, { headers: { 'content-type': typeOf(bytes) } })
  },
})
