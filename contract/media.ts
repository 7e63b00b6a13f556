import * as z from 'zod'
import { imageSizesSchema, isImageUrl } from './images.ts'
import { MAX_ALT } from './limits.ts'
import { count, limitUpTo, queryText } from './lists.ts'
import { contentImageSchema } from './posts.ts'
import { cleanText } from './text.ts'

export const MEDIA_PER_PAGE = 24
export const MAX_CAPTION = 300
export const MAX_MEDIA_NAME = 120

export const mediaIdSchema = z.string().regex(/^[\w-]{1,100}$/, 'Choose an image')

export const mediaSorts = ['newest', 'oldest', 'name', 'largest'] as const
/** Undescribed images have no alternative text and are not marked as decorative. */
export const mediaFilters = ['unused', 'covers', 'texts', 'undescribed'] as const

export type MediaSort = (typeof mediaSorts)[number]
export type MediaFilter = (typeof mediaFilters)[number]

export const mediaListQuerySchema = z.object({
  id: mediaIdSchema.optional().catch(undefined),
  search: queryText,
  show: z.enum(mediaFilters).optional().catch(undefined),
  sort: z.enum(mediaSorts).catch('newest').default('newest'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: limitUpTo(100).catch(MEDIA_PER_PAGE).default(MEDIA_PER_PAGE),
})

const percent = z.number().int().min(0).max(100)

export const mediaUpdateSchema = z.object({
  name: z.optional(
    cleanText(
      'Name',
      z.minLength(1, 'Name is required'),
      z.maxLength(MAX_MEDIA_NAME, `Name must be at most ${MAX_MEDIA_NAME} characters`),
    ),
  ),
  alt: z.optional(
    cleanText('Alternative text', z.maxLength(MAX_ALT, `The text must be at most ${MAX_ALT} characters`)),
  ),
  decorative: z.boolean().optional(),
  caption: z.optional(
    cleanText('Caption', z.maxLength(MAX_CAPTION, `The caption must be at most ${MAX_CAPTION} characters`)),
  ),
  focus: z.object({ x: percent, y: percent }).optional(),
  /** False allows the image to be deleted when nothing uses it. */
  kept: z.literal(false).optional(),
})

const mediaItemSchema = imageSizesSchema.extend({
  id: mediaIdSchema,
  /** The URL for use in texts, which stays the same when the file is replaced. */
  url: z.string().refine(isImageUrl),
  name: z.string(),
  bytes: count,
  alt: z.string(),
  decorative: z.boolean(),
  caption: z.string(),
  focus: z.object({ x: percent, y: percent }),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().nullable(),
  replacedAt: z.iso.datetime().nullable(),
  /** When an image that only documents kept is deleted, unless one uses it by then. */
  deletedAt: z.iso.datetime().nullable(),
  uses: count,
  editable: z.boolean().default(true),
  version: z.number().int().positive(),
})

export const mediaListResponseSchema = z.object({
  data: z.array(mediaItemSchema),
  total: count,
  totalPages: count,
})
export const mediaItemResponseSchema = z.object({ data: mediaItemSchema })
export const mediaDeletionResponseSchema = z.object({ data: z.object({ id: z.string() }) })
/** An upstream without a library responds with the image alone. */
export const uploadResponseSchema = z.object({ data: z.union([mediaItemSchema, contentImageSchema]) })

const mediaUseKinds = ['post', 'caseStudy', 'author', 'settings'] as const
const mediaPlaces = ['cover', 'text', 'changes', 'revision', 'photo', 'shareImage'] as const

const mediaUseSchema = z.object({
  kind: z.enum(mediaUseKinds),
  /** Empty for a document that the caller may not see. */
  id: z.string(),
  title: z.string(),
  places: z.array(z.enum(mediaPlaces)),
  status: z.enum(['published', 'draft', 'archived', 'trash']).optional(),
  editable: z.boolean().default(true),
})

export const mediaUsesResponseSchema = z.object({ data: z.array(mediaUseSchema), total: count })

export type MediaItem = z.infer<typeof mediaItemSchema>
export type MediaPage = z.infer<typeof mediaListResponseSchema>
export type MediaListQuery = z.infer<typeof mediaListQuerySchema>
export type UploadedImage = z.infer<typeof uploadResponseSchema>['data']
export type MediaUpdate = z.infer<typeof mediaUpdateSchema>
export type MediaUse = z.infer<typeof mediaUseSchema>
