import { ApiError } from '#contract/errors.ts'
import { movedPermanently } from '#lib/http/response.ts'
import { route } from '#lib/http/route.ts'
import { getImageFile } from '#lib/media/queries.ts'
import { cacheUntil } from '#lib/process-context.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ name: string }>({
  async GET(_request, { name }) {
    if (!/^[\w-]{16,80}\.jpg$/.test(name)) throw new ApiError('not_found', 'Image not found')
    // An upstream that has no JPEG sends WebP.
    const { bytes, type, file } = await getImageFile(name.replace('.jpg', '.webp'), 'image/jpeg')
    // A changed or deleted image is not in the change feed.
    cacheUntil(Date.now() + 60_000)
    const current = file.replace('.webp', '.jpg')
    if (current !== name) return movedPermanently(`/og/image/${current}`)
    return new Response(bytes, { headers: { 'content-type': type } })
  },
})
