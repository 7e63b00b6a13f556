import * as z from 'zod'
import { postInputSchema, postSchema, postUpdateSchema } from './posts.ts'
import { approvalStateSchema } from './reviews.ts'
import { serviceNames } from './services.ts'
import { cleanText, toLineFeeds } from './text.ts'

export const MAX_CASE_STUDIES = 200
export const MAX_RESULTS = 4
export const FEATURED_CASE_STUDIES = 3

export const drawingKinds = ['line', 'bars', 'dots'] as const
export type DrawingKind = (typeof drawingKinds)[number]

const valueCountRange: Record<DrawingKind, readonly [number, number]> = {
  line: [2, 60],
  bars: [2, 2],
  dots: [1, 1],
}
const MAX_DOTS = 20_000

const text = (label: string, max: number, min = 1) =>
  cleanText(
    label,
    z.overwrite(toLineFeeds),
    z.minLength(min, `${label} is required`),
    z.maxLength(max, `${label} must be at most ${max} characters`),
  )

export const resultSchema = z.object({ figure: text('Figure', 12), label: text('Label', 60) })

export const quoteSchema = z.object({
  text: text('Quote', 400),
  name: text('Name', 100),
  role: text('Role', 100, 0),
})

export const drawingSchema = z
  .object({
    kind: z.enum(drawingKinds, 'Choose a drawing'),
    values: z.array(z.number('Values must be numbers').min(0, 'Values must not be negative').max(1e9)),
    caption: text('Caption', 200),
  })
  .superRefine(({ kind, values }, context) => {
    const [least, most] = valueCountRange[kind]
    const reject = (message: string) => context.addIssue({ code: 'custom', path: ['values'], message })
    if (values.length < least || values.length > most)
      reject(least === most ? `Enter ${least} ${least === 1 ? 'value' : 'values'}` : 'Enter 2 to 60 values')
    else if (Math.max(...values) === 0) reject('One of the values must be above zero')
    else if (
      kind === 'dots' &&
      !(Number.isInteger(values[0]) && values[0] !== undefined && values[0] <= MAX_DOTS)
    )
      reject('Enter a whole number up to 20,000')
  })

const services = z
  .array(z.enum(serviceNames, 'Choose services from the list'))
  .transform((names) => serviceNames.filter((name) => names.includes(name)))

const results = z
  .array(resultSchema)
  .min(1, 'Add at least one result')
  .max(MAX_RESULTS, 'A case study can have at most 4 results')

const { title, content, published, coverAlt } = postInputSchema.shape

export const caseStudyInputSchema = z.object({
  title,
  client: text('Client', 100),
  summary: text('Summary', 500),
  content,
  results,
  services: services.default([]),
  drawing: drawingSchema.nullable().default(null),
  quote: quoteSchema.nullable().default(null),
  coverAlt,
  published,
})

export const caseStudyUpdateSchema = z.object({
  title: postUpdateSchema.shape.title,
  client: z.optional(caseStudyInputSchema.shape.client),
  summary: z.optional(caseStudyInputSchema.shape.summary),
  content: postUpdateSchema.shape.content,
  results: results.optional(),
  services: services.optional(),
  drawing: drawingSchema.nullable().optional(),
  quote: quoteSchema.nullable().optional(),
  coverAlt: postUpdateSchema.shape.coverAlt,
  published: postUpdateSchema.shape.published,
})

const ids = z.array(z.string().max(100)).min(1).max(MAX_CASE_STUDIES)

export const caseStudyOrderSchema = z.object({
  ids,
  previousIds: ids.optional(),
})

export const caseStudyListQuerySchema = z.object({
  include: z.literal('content').optional().catch(undefined),
})

const { id, slug, cover, createdAt, publishedAt, updatedAt, version, feedId } = postSchema.shape

const caseStudySummarySchema = z.object({
  id,
  slug,
  title: z.string(),
  client: z.string(),
  summary: z.string(),
  results: z.array(z.object({ figure: z.string(), label: z.string() })),
  services: z.array(z.string()),
  /** Drops a drawing that this version of the site does not know. */
  drawing: drawingSchema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  cover,
  published: z.boolean(),
  createdAt,
  publishedAt,
  updatedAt,
  version,
  feedId,
  content: z.string().optional(),
  /** Only in staff lists, for drafts whose preview was reviewed. */
  approval: approvalStateSchema.optional().catch(undefined),
})

export const caseStudySchema = caseStudySummarySchema.extend({
  content: z.string(),
  quote: z
    .object({ text: z.string(), name: z.string(), role: z.string() })
    .nullish()
    .transform((value) => value ?? null),
  images: postSchema.shape.images,
})

export const caseStudyResponseSchema = z.object({ data: caseStudySchema })

export const caseStudyListResponseSchema = z.object({
  data: z.object({ caseStudies: z.array(caseStudySummarySchema) }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})

export type CaseStudyOrder = z.infer<typeof caseStudyOrderSchema>
export type CaseStudyInput = z.infer<typeof caseStudyInputSchema>
export type CaseStudy = z.infer<typeof caseStudySchema>
export type CaseStudySummary = z.infer<typeof caseStudySummarySchema>
export type CaseStudyList = z.infer<typeof caseStudyListResponseSchema>
export type Drawing = z.infer<typeof drawingSchema>
