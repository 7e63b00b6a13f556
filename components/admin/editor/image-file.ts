import { z } from 'zod'
import { MAX_COVER_BYTES, mediaAnswerSchema } from '#lib/blog/schema.ts'
import { staffFetch } from '../staff-api.ts'

const types = ['image/png', 'image/jpeg', 'image/webp']
export const acceptedImages = types.join(',')

/** Why an image would be refused, found before it is sent; the upstream looks inside as well. */
export function imageFault(file: File): string | null {
  if (!types.includes(file.type)) return 'The image must be a PNG, JPEG or WebP file.'
  return file.size > MAX_COVER_BYTES ? 'The image is larger than 5 MB.' : null
}

const refusalSchema = z.object({ error: z.string() })

/** Stores an image for an article; throws an error in words when it is refused. */
export async function uploadImage(file: File) {
  const form = new FormData()
  form.set('file', file)
  const response = await staffFetch('/api/media', { method: 'POST', body: form })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(refusalSchema.safeParse(answer).data?.error)
  return mediaAnswerSchema.parse(answer).data
}
