import * as z from 'zod'
import { count, limitUpTo, optionalTotals } from './lists.ts'
import { tagSchema } from './posts.ts'
import { cleanText, isStorable } from './text.ts'

export const TAGS_PER_PAGE = 50
export const MAX_MERGED_TAGS = 50

const tagSorts = ['name', 'posts', 'used'] as const

export const staffTagListQuerySchema = z.object({
  include: z.literal('details'),
  /** Matches a part of the name, ignoring case and accents. */
  name: z.optional(cleanText('Name', z.maxLength(200))).catch(undefined),
  slug: z.string().min(1).max(200).refine(isStorable).optional().catch(undefined),
  sort: z.enum(tagSorts).catch('posts').default('posts'),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: limitUpTo(200).catch(TAGS_PER_PAGE).default(TAGS_PER_PAGE),
})

const version = z.number().int().positive()

const staffTagSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The value of `tag` in URLs: the name in lower case. */
  slug: z.string(),
  count,
  published: count,
  lastUsedAt: z.iso.datetime().nullable(),
  formerSlugs: z.array(z.string()),
  /** Increases when the tag is renamed or others are merged into it. */
  version: version.optional(),
})

export const staffTagListResponseSchema = z.object({
  data: z.array(staffTagSchema),
  total: count,
  totalPages: count,
  reindexing: count,
})

const tagId = z.string().regex(/^(0|[1-9]\d{0,9})$/)
const tagPairs = z.array(z.tuple([tagId, tagId]))

export const duplicateTagsResponseSchema = z.object({
  data: z.array(z.array(staffTagSchema).min(2)),
  ...optionalTotals,
  pairs: tagPairs.optional(),
})

export const tagResponseSchema = z.object({ data: staffTagSchema })

export const tagChangeSchema = z.object({ name: tagSchema })

/** A dismissed group is not suggested again until one of its tags is renamed. */
export const duplicatesChangeSchema = z.object({
  tags: z
    .array(tagId)
    .min(2, 'Choose at least two tags')
    .max(MAX_MERGED_TAGS + 1)
    .refine((tags) => new Set(tags).size === tags.length, 'Choose each tag once'),
  dismissed: z.boolean(),
  /** Restores only these pairs, so that undoing leaves earlier dismissals. */
  pairs: tagPairs.max(((MAX_MERGED_TAGS + 1) * MAX_MERGED_TAGS) / 2).optional(),
})

export const tagMergeSchema = z
  .object({
    into: tagId,
    tags: z.array(tagId).min(1, 'Choose the tags to merge').max(MAX_MERGED_TAGS),
    /** The versions that the client last read, by id. */
    versions: z.record(tagId, version).optional(),
    preview: z.boolean().default(false),
  })
  .refine(({ into, tags }) => !tags.includes(into), {
    path: ['tags'],
    message: 'A tag cannot be merged into itself',
  })

export const tagMergeResponseSchema = z.object({
  data: z.object({
    tag: staffTagSchema,
    /** Only in a preview: the tags that would be merged. */
    merged: z.array(staffTagSchema).optional(),
    posts: count,
    addresses: count,
  }),
})

export const tagDeletionResponseSchema = z.object({ data: z.object({ id: z.string(), posts: count }) })

export type StaffTag = z.infer<typeof staffTagSchema>
export type StaffTagListQuery = z.infer<typeof staffTagListQuerySchema>
export type StaffTagPage = z.infer<typeof staffTagListResponseSchema>
export type TagSort = (typeof tagSorts)[number]
