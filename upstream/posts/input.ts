import type { Context } from 'hono'
import * as z from 'zod'
import { mediaIdSchema } from '#contract/media.ts'
import { isTooDeep, TOO_DEEP } from '#contract/markup.ts'
import { postInputSchema, postUpdateSchema, slugSchema } from '#contract/posts.ts'
import type { PartialSeo } from '#contract/seo.ts'
import { cleared, scheduleInput } from '#contract/schedule.ts'
import { cleanText } from '#contract/text.ts'
import type { AppEnv } from '../http/env.ts'
import { readDocumentForm, type DocumentRequest } from '../http/image-form.ts'
import { toCanonical } from './seo.ts'

export const upstreamFields = {
  slug: slugSchema.optional(),
  /** The slug of the author; a new post defaults to its creator. */
  author: z.optional(cleanText('Author', z.maxLength(100, 'Author must be at most 100 characters'))),
  removeCover: z.boolean().optional(),
  coverMedia: mediaIdSchema.optional(),
  /** The slug of the category; an empty one removes it. */
  category: z.optional(cleanText('Category', z.maxLength(80, 'Category must be at most 80 characters'))),
  ...scheduleInput,
}
export const isShallow = ({ content }: { content?: string | undefined }) =>
  content === undefined || !isTooDeep(content)
export const tooDeep = { path: ['content'], message: TOO_DEEP }

export const newPostSchema = postInputSchema.extend(upstreamFields).refine(isShallow, tooDeep)
export const postChangeSchema = postUpdateSchema
  .extend({
    ...upstreamFields,
    /** Empty to undo a first publication; other values are ignored. */
    publishedAt: cleared.optional().catch(undefined),
  })
  .refine(isShallow, tooDeep)

export interface PostChange extends DocumentRequest<z.output<typeof postChangeSchema>> {
  plannedAt?: number
  restored?: { from: number; coverId: string | null }
  coverId?: string | null | undefined
}

const formFields = {
  texts: [
    'title',
    'content',
    'excerpt',
    'coverAlt',
    'slug',
    'author',
    'category',
    'coverMedia',
    'publishAt',
    'publishedAt',
    'unpublishAt',
    'plannedFor',
    'baseVersion',
    'tab',
  ],
  flags: ['published', 'removeCover', 'automatic'],
  json: ['tags', 'seo'],
}

export async function readPostRequest<
  Env extends AppEnv,
  Schema extends z.ZodType<{ seo?: PartialSeo | undefined }>,
>(c: Context<Env>, schema: Schema) {
  const request = await readDocumentForm(c, schema, formFields)
  const { seo } = request.fields
  if (seo?.canonical) seo.canonical = toCanonical(seo.canonical, c.var.siteUrl)
  return request
}
