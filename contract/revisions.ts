import * as z from 'zod'
import { count, limitUpTo } from './lists.ts'
import { coverSchema } from './posts.ts'
import { partialSeoSchema } from './seo.ts'
import { cleanText } from './text.ts'
import { NO_WORKING_COPY } from './working-copies.ts'

export const REVISIONS_PER_PAGE = 30
export const MAX_REVISION_NAME = 100

export const revisionFields = [
  'title',
  'slug',
  'excerpt',
  'content',
  'tags',
  'category',
  'cover',
  'coverAlt',
  'seo',
  'published',
] as const
export type RevisionField = (typeof revisionFields)[number]

/** Numbers the revisions of one post; deleted revisions leave gaps. */
const number = z.number().int().positive()

const revisionSchema = z.object({
  number,
  createdAt: z.iso.datetime(),
  author: z.object({ name: z.string(), slug: z.string() }).nullable(),
  name: z.string().nullable(),
  published: z.boolean(),
  restoredFrom: number.nullable(),
  workingCopy: z.boolean().default(false),
  automatic: z.boolean().default(false),
  /** The fields that differ from `previous`; an upstream may have more. */
  changed: z.array(z.string()),
})

const fullRevisionSchema = revisionSchema.extend({
  /** The revision before; for a published one, the previous published revision. */
  previous: number.nullable(),
  title: z.string(),
  slug: z.string(),
  /** Another post has this slug now, so restoring keeps the current one. */
  slugTaken: z.boolean().optional().catch(undefined),
  excerpt: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  cover: coverSchema.nullable(),
  seo: partialSeoSchema.optional().catch(undefined),
})

export const revisionListQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: limitUpTo(100).catch(REVISIONS_PER_PAGE).default(REVISIONS_PER_PAGE),
  automatic: z.enum(['true', 'false']).catch('true').default('true'),
})

export const revisionListResponseSchema = z.object({
  data: z.array(revisionSchema),
  total: count,
  totalPages: count,
  /** The number of the live state, without unpublished changes. */
  newest: number.nullable(),
  /** Sent in `If-Match` by a restore; a restore to a working copy sends `copyVersion`. */
  version: number,
  copyVersion: count.default(NO_WORKING_COPY),
  /** Belongs to `version`; some upstreams omit it. */
  published: z.boolean().optional(),
  publishAt: z.iso.datetime().nullable().optional(),
})
export const revisionResponseSchema = z.object({ data: fullRevisionSchema })

export const revisionChangeSchema = z.object({
  name: z.nullable(
    cleanText('Name', z.maxLength(MAX_REVISION_NAME, `Name must be at most ${MAX_REVISION_NAME} characters`)),
  ),
})

export type Revision = z.infer<typeof revisionSchema>
export type FullRevision = z.infer<typeof fullRevisionSchema>
export type RevisionPage = z.infer<typeof revisionListResponseSchema>
