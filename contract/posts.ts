import * as z from 'zod'
import { authorSchema } from './authors.ts'
import { imageSizesSchema, isImageUrl } from './images.ts'
import { MAX_ALT, MAX_CONTENT_BYTES, MAX_SUGGESTIONS } from './limits.ts'
import { limitUpTo, optionalTotals, queryText } from './lists.ts'
import { isTooDeep, TOO_DEEP } from './markup.ts'
import { postStatuses } from './post-status.ts'
import { scheduleFields } from './schedule.ts'
import { approvalStateSchema } from './reviews.ts'
import { partialSeoSchema } from './seo.ts'
import { toCaseKey } from './case-key.ts'
import { cleanText, isBlank, isStorable, toLineFeeds } from './text.ts'
import { workingCopySchema } from './working-copies.ts'

export const postRefSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)

const date = z.coerce.date().transform((value) => value.toISOString())

export const coverSchema = imageSizesSchema.extend({ alt: z.string() })

export const contentImageSchema = imageSizesSchema.extend({ url: z.string().refine(isImageUrl) })

const postSummarySchema = z.object({
  id: z.coerce.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  coverImage: z
    .string()
    .nullish()
    .transform((value) => (value && isImageUrl(value) ? value : null)),
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  category: z
    .object({ slug: postRefSchema, name: z.string() })
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  published: z.boolean(),
  status: z.enum(postStatuses).optional().catch(undefined),
  removedAt: date.optional().catch(undefined),
  purgeAt: date.optional().catch(undefined),
  ...scheduleFields,
  createdAt: date,
  author: authorSchema.nullish().transform((value) => value ?? { name: '' }),
  cover: coverSchema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  publishedAt: date.nullish().transform((value) => value ?? null),
  updatedAt: date.nullish().transform((value) => value ?? null),
  readingMinutes: z.number().int().positive().optional(),
  views: z.number().int().nonnegative().optional(),
  version: z.number().int().positive().optional(),
  /** Only for staff; missing from an upstream without working copies. */
  workingCopy: workingCopySchema.nullish().catch(undefined),
  /** Only in staff lists, for posts whose preview was reviewed. */
  approval: approvalStateSchema.optional().catch(undefined),
  seo: partialSeoSchema.optional().catch(undefined),
  /** Identifies the post in feeds: a URN, or a path of this site. Does not change with the slug. */
  feedId: z.string().max(500).optional().catch(undefined),
  content: z.string().optional(),
})

export const postSchema = postSummarySchema.extend({
  content: z.string(),
  images: z.array(contentImageSchema).optional().catch(undefined),
})

export const postResponseSchema = z.object({ data: postSchema })
export const barePostResponseSchema = z.union([
  postResponseSchema,
  postSchema.transform((data) => ({ data })),
])

const suggestionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tag'), name: z.string().min(1) }),
  z.object({ type: z.literal('post'), slug: postRefSchema, title: z.string().min(1) }),
])

export const postListResponseSchema = z.object({
  data: z.object({ blogs: z.array(postSummarySchema) }),
  total: z.number().int().nonnegative().optional(),
  totalPages: z.number().int().nonnegative().optional(),
  /** True when more posts may match a search than the upstream lists. */
  partial: z.boolean().optional().catch(undefined),
  /** True when the upstream applied the status, author, from and to filters. */
  filtered: z.boolean().optional().catch(undefined),
  /** Near tags and titles when a search finds nothing, nearest first. */
  suggestions: z.array(suggestionSchema).max(MAX_SUGGESTIONS).optional().catch(undefined),
  tag: z.string().optional().catch(undefined),
  category: z
    .object({ slug: postRefSchema, name: z.string(), description: z.string() })
    .optional()
    .catch(undefined),
  /** True when the upstream supports sort and order. */
  sorted: z.boolean().optional().catch(undefined),
  trash: z.boolean().optional().catch(undefined),
  schedule: z.boolean().optional().catch(undefined),
})

export const tagListResponseSchema = z.object({
  data: z.array(z.object({ name: z.string(), count: z.number().int().nonnegative() })),
  ...optionalTotals,
  /** True when the upstream counted the tags within the search. */
  filtered: z.boolean().optional().catch(undefined),
})

export const relatedResponseSchema = z.object({ data: z.array(postSummarySchema) })

export const authorListResponseSchema = z.object({
  data: z.array(authorSchema.extend({ count: z.number().int().nonnegative().optional() })),
  ...optionalTotals,
})

export const postDeletionQuerySchema = z.object({ forever: z.literal('true').optional().catch(undefined) })

/** A response without data means that the post was deleted permanently. */
export const postDeletionResponseSchema = z
  .object({
    message: z.string().optional(),
    data: z
      .object({ id: z.string(), status: z.literal('trash'), version: z.number().int().positive() })
      .optional()
      .catch(undefined),
  })
  .nullish()
  .transform((response) => ({ message: response?.message, data: response?.data }))

export const trashResponseSchema = z.object({
  data: z.object({ deleted: z.number().int().nonnegative(), remaining: z.number().int().nonnegative() }),
})

export const viewsResponseSchema = z.object({ data: z.object({ views: z.number().int().nonnegative() }) })

export type ContentImage = z.infer<typeof contentImageSchema>
export type PostSummary = z.infer<typeof postSummarySchema>
export type Post = z.infer<typeof postSchema>
export type PostListResponse = z.infer<typeof postListResponseSchema>
export type Suggestion = z.infer<typeof suggestionSchema>
export type TagCount = z.infer<typeof tagListResponseSchema>['data'][number]

export const tagListQuerySchema = z.object({ search: queryText })

const postSorts = ['newest', 'oldest', 'created', 'updated', 'title', 'views'] as const

const dateOrTime = z.union([z.iso.date(), z.iso.datetime()])

export const postListQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: limitUpTo(1000).catch(10).default(10),
  search: queryText,
  tag: queryText,
  category: queryText,
  status: z
    .enum([...postStatuses, 'all'])
    .optional()
    .catch(undefined),
  author: queryText,
  /** Leaves out drafts that the caller cannot edit. */
  drafts: z.enum(['editable']).optional().catch(undefined),
  from: dateOrTime.optional().catch(undefined),
  to: dateOrTime.optional().catch(undefined),
  sort: z.enum(postSorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})
export type PostListQuery = z.infer<typeof postListQuerySchema>

export const MAX_TITLE = 200
export const MAX_EXCERPT = 500
export const MAX_TAGS = 20
export const MAX_TAG_NAME = 50

export const tagSchema = cleanText(
  'Tag',
  z.normalize(),
  z.minLength(1, 'A tag must not be empty'),
  z.maxLength(MAX_TAG_NAME, `A tag can have at most ${MAX_TAG_NAME} characters`),
)

const tagsSchema = z
  .array(tagSchema)
  .transform((tags) =>
    [...new Map(tags.toReversed().map((tag) => [toCaseKey(tag), tag])).values()].toReversed(),
  )
  .refine((tags) => tags.length <= MAX_TAGS, `A post can have at most ${MAX_TAGS} tags`)

const content = z
  .string()
  .transform(toLineFeeds)
  .refine((value) => !isBlank(value), 'Content is required')
  .refine(isStorable, 'Content contains characters that cannot be stored')
  .refine(
    (value) => new TextEncoder().encode(value).length <= MAX_CONTENT_BYTES,
    'Content is longer than 500 kB',
  )

export const previewSchema = z.object({
  content: z
    .string()
    .refine(
      (text) => new TextEncoder().encode(text).length <= MAX_CONTENT_BYTES,
      'Content is longer than 500 kB',
    )
    .refine((text) => !isTooDeep(text), TOO_DEEP),
})

export const slugSchema = z
  .string()
  .trim()
  .max(80, 'The URL must be at most 80 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'The URL can contain a-z, 0-9 and single hyphens')

export const postInputSchema = z.object({
  title: cleanText(
    'Title',
    z.minLength(1, 'Title is required'),
    z.maxLength(MAX_TITLE, `Title must be at most ${MAX_TITLE} characters`),
  ),
  content,
  excerpt: z
    .pipe(cleanText('Excerpt'), z.transform(toLineFeeds))
    .pipe(z.string().max(MAX_EXCERPT, `Excerpt must be at most ${MAX_EXCERPT} characters`))
    .default(''),
  published: z.boolean().default(false),
  tags: tagsSchema.default([]),
  coverAlt: z._default(
    cleanText(
      'Alternative text',
      z.maxLength(MAX_ALT, `Alternative text must be at most ${MAX_ALT} characters`),
    ),
    '',
  ),
  seo: partialSeoSchema.optional(),
})
export const postUpdateSchema = z.object({
  title: z.optional(postInputSchema.shape.title),
  content: content.optional(),
  excerpt: postInputSchema.shape.excerpt.unwrap().optional(),
  published: z.boolean().optional(),
  tags: tagsSchema.optional(),
  coverAlt: z.optional(postInputSchema.shape.coverAlt.unwrap()),
  seo: partialSeoSchema.optional(),
})
export type PostInput = z.infer<typeof postInputSchema>
