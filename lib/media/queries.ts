import { mediaListResponseSchema, type MediaListQuery, type MediaPage } from '#contract/media.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callIfSupported, callUpstream } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'

/** Returns null for other formats, which the upstream must not send as images. */
function imageTypeOf(bytes: Uint8Array): 'image/webp' | 'image/avif' | 'image/jpeg' | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp'
  if (/^[^]{4}ftypavif/.test(start)) return 'image/avif'
  return start.startsWith('\xff\xd8\xff') ? 'image/jpeg' : null
}

export const listMedia = (staff: Staff, query: MediaListQuery): Promise<MediaPage | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listMedia', mediaListResponseSchema, { query: { ...query }, headers }),
  )

/** The name of a replaced file returns the current file, which has a different ETag. */
export async function getImageFile(name: string, accept: string | undefined) {
  const { bytes, headers } = await callUpstream('getMedia', { ref: name, headers: { accept } })
  const type = imageTypeOf(bytes)
  if (!type) throw badGateway(new Error('The image is neither WebP, AVIF nor JPEG'))
  const [, file = name, format = ''] =
    /^"([A-Za-z0-9_-]{16,80}\.webp)(\.avif)?"$/.exec(headers.get('etag') ?? '') ?? []
  return { bytes, type, file, etag: `"${file}${format}"` }
}
