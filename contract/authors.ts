import * as z from 'zod'
import { imageSizesSchema } from './images.ts'
import { cleanText } from './text.ts'

export const MAX_BIO = 600
export const MAX_LINKS = 5

/** Shown as a square around the focal point `x`, `y`, in percent of width and height. */
export const photoSchema = imageSizesSchema.extend({
  x: z.number().min(0).max(100).catch(50),
  y: z.number().min(0).max(100).catch(50),
})

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:'

export const authorLinkSchema = z.object({
  label: cleanText(
    'Label',
    z.minLength(1, 'Label is required'),
    z.maxLength(40, 'A label can have at most 40 characters'),
  ),
  url: cleanText(
    'URL',
    z.maxLength(300, 'A URL can have at most 300 characters'),
    z.refine(isHttps, 'Enter a URL that starts with https://'),
  ),
})

/** Upstreams without author pages omit links. */
export const authorSchema = z.object({
  name: z.string(),
  slug: z.string().optional(),
  role: z.string().optional(),
  bio: z.string().optional(),
  photo: photoSchema.nullish().catch(null),
  links: z.array(authorLinkSchema).optional().catch(undefined),
})

const authorProfileSchema = authorSchema.extend({
  slug: z.string().min(1),
  count: z.number().int().nonnegative(),
})
export const authorResponseSchema = z.object({ data: authorProfileSchema })

export type Photo = z.infer<typeof photoSchema>
export type Author = z.infer<typeof authorSchema>
export type AuthorLink = z.infer<typeof authorLinkSchema>
export type AuthorProfile = z.infer<typeof authorProfileSchema>
