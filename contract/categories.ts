import * as z from 'zod'
import { count, optionalTotals, rowIdSchema } from './lists.ts'
import { postRefSchema, slugSchema } from './posts.ts'
import { cleanText } from './text.ts'

export const MAX_CATEGORIES = 100
export const MAX_CATEGORY_NAME = 50
export const MAX_CATEGORY_DESCRIPTION = 300

const categorySchema = z.object({
  slug: postRefSchema,
  name: z.string(),
  description: z.string(),
  /** Visitors get the number of published posts, staff that of all posts. */
  count,
})

const staffCategorySchema = categorySchema.extend({
  id: z.string(),
  published: count,
  version: z.number().int().positive(),
})

export const categoryListResponseSchema = z.object({ data: z.array(categorySchema), ...optionalTotals })
export const staffCategoryListResponseSchema = z.object({
  data: z.array(staffCategorySchema),
  ...optionalTotals,
})
export const categoryResponseSchema = z.object({ data: staffCategorySchema })
export const categoryDeletionResponseSchema = z.object({ data: z.object({ id: z.string(), posts: count }) })

const name = cleanText(
  'Name',
  z.normalize(),
  z.minLength(1, 'Name is required'),
  z.maxLength(MAX_CATEGORY_NAME, `Name must be at most ${MAX_CATEGORY_NAME} characters`),
)
const description = cleanText(
  'Description',
  z.maxLength(MAX_CATEGORY_DESCRIPTION, `Description must be at most ${MAX_CATEGORY_DESCRIPTION} characters`),
)
/** When it is empty, a new category gets one from its name and an existing category keeps its own. */
const optionalSlug = z
  .string()
  .transform((slug) => slug.trim() || undefined)
  .pipe(slugSchema.optional())

export const categoryInputSchema = z.object({
  name,
  slug: optionalSlug.optional(),
  description: z._default(description, ''),
})
export const categoryChangeSchema = z.object({
  name: z.optional(name),
  slug: optionalSlug.optional(),
  description: z.optional(description),
})
const ids = z.array(rowIdSchema).max(MAX_CATEGORIES)

export const categoryOrderSchema = z.object({
  ids,
  previousIds: ids.optional(),
})

export type Category = z.infer<typeof categorySchema>
export type StaffCategory = z.infer<typeof staffCategorySchema>
export type CategoryInput = z.infer<typeof categoryInputSchema>
export type CategoryOrder = z.infer<typeof categoryOrderSchema>
export type CategoryChange = z.infer<typeof categoryChangeSchema>
