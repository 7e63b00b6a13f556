import { ApiError } from '#contract/errors.ts'
import { imageTypeOf } from '#lib/http/image-type.ts'
import { cacheUntil } from '#lib/process-context.ts'
import { route } from '#lib/http/route.ts'
import { callUpstream } from '#lib/upstream/client.ts'
import { badGateway } from '#lib/upstream/errors.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ name: string }>({
  async GET(_request, { name }) {
    if (!/^[\w-]{16,80}\.jpg$/.test(name)) throw new ApiError('not_found', 'Image not found')
    const { bytes } = await callUpstream('getMedia', {
      ref: name.replace('.jpg', '.webp'),
      headers: { accept: 'image/jpeg' },
    })
    // A changed or deleted image is not in the change feed.
    cacheUntil(Date.now() + 60_000)
    // An upstream that has no JPEG sends WebP.
    const type = imageTypeOf(bytes)
    if (!type) throw badGateway(new Error('The image is neither JPEG nor WebP'))
    return new Response(bytes, { headers: { 'content-type': type } })
  },
})
