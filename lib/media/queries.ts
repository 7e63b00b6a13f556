import { mediaListResponseSchema, type MediaListQuery, type MediaPage } from '#contract/media.ts'
import type { Staff } from '../auth/staff.ts'
import { imageTypeOf } from '../http/image-type.ts'
import { bearer, callIfSupported, callUpstream } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'

export async function listMedia({ token }: Staff, query: MediaListQuery): Promise<MediaPage | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  return callIfSupported('listMedia', mediaListResponseSchema, options)
}

/** The name of a replaced file returns the current file, which has a different ETag. */
export async function getImageFile(name: string, accept: string | undefined) {
  const { bytes, headers } = await callUpstream('getMedia', { ref: name, headers: { accept } })
  const type = imageTypeOf(bytes)
  if (!type) throw badGateway(new Error('The image is neither WebP, AVIF nor JPEG'))
  const [, file = name, format = ''] =
    /^"([A-Za-z0-9_-]{16,80}\.webp)(\.avif)?"$/.exec(headers.get('etag') ?? '') ?? []
  return { bytes, type, file, etag: `"${file}${format}"` }
}
