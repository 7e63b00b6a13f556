import { MAX_ALT } from '#contract/limits.ts'
import { mediaItemResponseSchema, type UploadedImage } from '#contract/media.ts'
import { staffRequest, versionHeader } from '../api.ts'
import { pathOf } from './media-query.ts'

/** Copies the description of an image in a text to the library, unless the library has one already. */
export async function storeDescription(image: UploadedImage, description: string): Promise<void> {
  const alt = description.trim().slice(0, MAX_ALT)
  if (!('version' in image) || image.alt !== '' || alt === '') return
  const request = {
    method: 'PUT',
    json: { alt, kept: false },
    headers: versionHeader(image.version),
  } as const
  // The description is still in the text, so nothing is lost.
  await staffRequest(pathOf(image), mediaItemResponseSchema, request).catch(() => {})
}
