import * as z from 'zod'
import { uploadedImagePattern } from './images.ts'
import { beginningOf } from './plain-text.ts'
import { cleanText, singleLine } from './text.ts'

export const MAX_HEADLINE = 150
export const MAX_DESCRIPTION = 400

const text = (label: string, max: number) =>
  cleanText(label, z.maxLength(max, `${label} must be at most ${max} characters`), singleLine(label))

/** A path of this site or an absolute URL. */
function isCanonical(value: string): boolean {
  if (value === '') return true
  if (/[\s\\]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  return /^https?:\/\//i.test(value) && URL.canParse(value) && new URL(value).username === ''
}

/** Empty texts fall back to those of the post. */
export const postSeoSchema = z.object({
  title: text('Search headline', MAX_HEADLINE),
  description: text('Search description', MAX_DESCRIPTION),
  canonical: cleanText(
    'Canonical address',
    z.maxLength(500, 'Canonical address must be at most 500 characters'),
    z.refine(isCanonical, 'Enter a path like /blog/other-post or a full web address'),
  ),
  noindex: z.boolean(),
  image: z.string().regex(uploadedImagePattern, 'Upload the share image again').or(z.literal('')),
  shareTitle: text('Share headline', MAX_HEADLINE),
  shareDescription: text('Share description', MAX_DESCRIPTION),
})
export type PostSeo = z.infer<typeof postSeoSchema>
export type SeoField = keyof PostSeo

/** In requests, missing fields stay as they are; in responses, missing fields are not set. */
export const partialSeoSchema = postSeoSchema.partial()
export type PartialSeo = z.infer<typeof partialSeoSchema>

export const emptySeo: PostSeo = {
  title: '',
  description: '',
  canonical: '',
  noindex: false,
  image: '',
  shareTitle: '',
  shareDescription: '',
}

/** Keeps the order of the fields, so that stored texts can be compared. */
export const toPartialSeo = (seo: PartialSeo): PartialSeo =>
  partialSeoSchema.parse(
    Object.fromEntries(Object.entries({ ...emptySeo, ...seo }).filter(([, value]) => value)),
  )

interface Described {
  title: string
  excerpt: string
  content?: string
  seo?: PartialSeo | undefined
}

export function describePost({ title, excerpt, content = '', seo = {} }: Described, brand: string) {
  const description = seo.description || excerpt || beginningOf(content) || `${title}, on the ${brand} blog.`
  return {
    title: seo.title || `${title} | ${brand} Blog`,
    description,
    shareTitle: seo.shareTitle || title,
    shareDescription: seo.shareDescription || description,
  }
}

/** Search engines do not index a post whose canonical URL is another page. */
export const isIndexed = ({ slug, seo = {} }: { slug: string; seo?: PartialSeo | undefined }) =>
  seo.noindex !== true && (!seo.canonical || seo.canonical === `/blog/${slug}`)
