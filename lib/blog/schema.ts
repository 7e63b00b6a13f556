import { z } from 'zod'
import { cleanText } from '../text.ts'
import { postStatuses } from './statuses.ts'

/** Ids and slugs as they may stand in an upstream path (security rule: the proxy). */
export const postRefSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)

/* ---------- what the upstream answers ---------- */

const date = z.coerce.date().transform((value) => value.toISOString())

/** Where an image may lie; relative to the site for the built-in upstream. */
const isImageAddress = (address: string) => {
  const base = 'https://site.invalid/'
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol)
}

/** Responsive sizes of a stored image, smallest first; the last one is also `coverImage`. */
const coverSchema = z.object({
  alt: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sources: z
    .array(z.object({ url: z.string().refine(isImageAddress), width: z.number().int().positive() }))
    .min(1),
})

const authorSchema = z.object({
  name: z.string(),
  slug: z.string().optional(),
  role: z.string().optional(),
  bio: z.string().optional(),
})

/**
 * A post in a list. Section 3 names the fields without `optional` or a default; the rest is what the
 * built-in upstream adds, and absent from a remote one that knows only section 7.
 */
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
    .transform((value) => (value && isImageAddress(value) ? value : null)),
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  published: z.boolean(),
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
  content: z.string().optional(),
})

export const postSchema = postSummarySchema.extend({ content: z.string() })

export const postAnswerSchema = z.object({ data: postSchema })
/** The edit screen of the specification reads the post without the `data` envelope. */
export const barePostAnswerSchema = z.union([postAnswerSchema, postSchema.transform((data) => ({ data }))])

export const postListAnswerSchema = z.object({
  data: z.object({ blogs: z.array(postSummarySchema) }),
  total: z.number().int().nonnegative().optional(),
  totalPages: z.number().int().nonnegative().optional(),
  /** Said by an upstream that knows status, author, from and to, and has kept to them. */
  filtered: z.boolean().optional().catch(undefined),
})

/** Tags of posts the caller may see, most used first, then by name. */
export const tagListAnswerSchema = z.object({
  data: z.array(z.object({ name: z.string(), count: z.number().int().nonnegative() })),
})

export const relatedAnswerSchema = z.object({ data: z.array(postSummarySchema) })

export const authorListAnswerSchema = z.object({
  data: z.array(authorSchema.extend({ count: z.number().int().nonnegative().optional() })),
})

/** An image inside a post's content, as it was stored. */
export const mediaAnswerSchema = z.object({
  data: z.object({
    url: z.string(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    sources: z.array(z.object({ url: z.string(), width: z.number().int().positive() })).min(1),
  }),
})
export const viewsAnswerSchema = z.object({ data: z.object({ views: z.number().int().nonnegative() }) })

export type Cover = z.infer<typeof coverSchema>
export type PostSummary = z.infer<typeof postSummarySchema>
export type Post = z.infer<typeof postSchema>
export type PostListAnswer = z.infer<typeof postListAnswerSchema>
export type TagCount = z.infer<typeof tagListAnswerSchema>['data'][number]

/* ---------- what the caller sends ---------- */

const postSorts = ['newest', 'oldest', 'updated', 'title'] as const

/** A day (UTC), or a moment of it. */
const moment = z.union([z.iso.date(), z.iso.datetime()])

/** Query of `GET /blogs`. Total: a hostile value falls back to its default instead of failing. */
export const postListQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(10)
    .default(10)
    .transform((value) => Math.min(value, 1000)),
  search: cleanText('Search').max(200).optional().catch(undefined),
  tag: cleanText('Tag').max(50).optional().catch(undefined),
  status: z.enum(postStatuses).optional().catch(undefined),
  author: cleanText('Author').max(100).optional().catch(undefined),
  from: moment.optional().catch(undefined),
  to: moment.optional().catch(undefined),
  sort: z.enum(postSorts).optional().catch(undefined),
})
export type PostListQuery = z.infer<typeof postListQuerySchema>

const tagSchema = cleanText('Tag')
  .min(1, 'A tag must not be empty')
  .max(50, 'A tag has at most 50 characters')

/** Trimmed, unique ignoring case (the first spelling wins), at most 20. */
const tagsSchema = z
  .array(tagSchema)
  .transform((tags) =>
    [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed(),
  )
  .refine((tags) => tags.length <= 20, 'A post has at most 20 tags')

export const MAX_CONTENT_BYTES = 500_000
export const MAX_COVER_BYTES = 5 * 1024 * 1024

/** A form sends every line break as two characters. */
const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

const content = z
  .string()
  .transform(plainBreaks)
  .refine((value) => value.trim() !== '', 'Content is required')
  .refine(
    (value) => !value.includes('\u0000') && value.isWellFormed(),
    'Content contains characters that cannot be stored',
  )
  .refine(
    (value) => new TextEncoder().encode(value).length <= MAX_CONTENT_BYTES,
    'Content is longer than 500 kB',
  )

export const slugSchema = z
  .string()
  .trim()
  .max(80, 'The address must be at most 80 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'The address may hold a-z, 0-9 and single hyphens')

/** Text fields of a post as they are created; an update takes the same, each of them optional. */
export const postInputSchema = z.object({
  title: cleanText('Title').min(1, 'Title is required').max(200, 'Title must be at most 200 characters'),
  content,
  excerpt: cleanText('Excerpt')
    .transform(plainBreaks)
    .pipe(z.string().max(500, 'Excerpt must be at most 500 characters'))
    .default(''),
  published: z.boolean().default(false),
  tags: tagsSchema.default([]),
  coverAlt: cleanText('Alternative text').max(300).default(''),
})
export const postUpdateSchema = z.object({
  title: postInputSchema.shape.title.optional(),
  content: content.optional(),
  excerpt: postInputSchema.shape.excerpt.unwrap().optional(),
  published: z.boolean().optional(),
  tags: tagsSchema.optional(),
  coverAlt: postInputSchema.shape.coverAlt.unwrap().optional(),
})
export type PostInput = z.infer<typeof postInputSchema>
