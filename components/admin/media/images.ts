import { v4 as createUuid } from 'uuid'
import { ApiError, hasErrorCode } from '#contract/errors.ts'
import { IMAGE_TOO_LARGE, MAX_IMAGE_SIDE, WRONG_IMAGE_TYPE } from '#contract/images.ts'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { uploadResponseSchema } from '#contract/media.ts'
import { staffRequest } from '../api.ts'

const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
export const acceptedImages = imageTypes.join(',')

const MAX_SOURCE_BYTES = 30 * 1024 * 1024
/** Safari cannot encode WebP. */
const encodings = [
  ['image/webp', 0.9],
  ['image/webp', 0.7],
  ['image/jpeg', 0.8],
] as const

const encode = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))

/** An idempotency key is valid for one file, and encoding it again may give other bytes. */
const shrunken = new WeakMap<File, File>()

async function shrink(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const [type, quality] of encodings) {
    const blob = await encode(canvas, type, quality)
    if (blob?.type === type && blob.size <= MAX_IMAGE_BYTES) return new File([blob], file.name, { type })
  }
  return null
}

/** Shrinks a photo of up to 30 MB that is too large to upload; rejects with an ApiError. */
export async function prepareImage(file: File): Promise<File> {
  if (!imageTypes.includes(file.type)) throw new ApiError('invalid', WRONG_IMAGE_TYPE)
  if (file.size <= MAX_IMAGE_BYTES) return file
  if (file.size > MAX_SOURCE_BYTES) throw new ApiError('too_large', 'The image is larger than 30 MB.')
  const small = shrunken.get(file) ?? (await shrink(file).catch(() => null))
  if (!small) throw new ApiError('too_large', IMAGE_TOO_LARGE)
  shrunken.set(file, small)
  return small
}

/** True when another attempt with the same file would fail in the same way. */
export const isFinal = (error: unknown) => hasErrorCode(error, 'invalid', 'too_large', 'unsupported_type')

/** The idempotency key makes sure that a repeated upload is stored once. */
export async function uploadImage(file: File, key: string = createUuid()) {
  const form = new FormData()
  form.set('file', await prepareImage(file))
  const headers = { 'idempotency-key': key }
  return (await staffRequest('/api/media', uploadResponseSchema, { method: 'POST', form, headers })).data
}

export interface DescribedImage {
  url: string
  alt: string
}
