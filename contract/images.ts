import * as z from 'zod'

export const MAX_IMAGE_SIDE = 2400
export const WRONG_IMAGE_TYPE = 'The image must be a PNG, JPEG or WebP file.'
export const IMAGE_TOO_LARGE = 'The image is larger than 5 MB.'

/** The path of an uploaded image has its id, a number after a replacement, and the width. */
export const uploadedImagePattern = /^\/api\/media\/[\w-]{22}(?:-\d{1,5})?-\d{1,5}\.webp$/

/** The built-in upstream uses paths; a remote one may use absolute URLs. */
export const isImageUrl = (url: string) => {
  const base = 'https://site.invalid/'
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol)
}

/** The focal point for cropping, in percent of width and height. */
const focusSchema = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })

/** Dimensions of the largest size; `sources` are sorted from the smallest. */
export const imageSizesSchema = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sources: z
    .array(z.object({ url: z.string().refine(isImageUrl), width: z.number().int().positive() }))
    .min(1),
  focus: focusSchema.optional().catch(undefined),
})
