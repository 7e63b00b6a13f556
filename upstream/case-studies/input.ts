import type { Context } from 'hono'
import * as z from 'zod'
import { caseStudyInputSchema, caseStudyUpdateSchema } from '#contract/case-studies.ts'
import { mediaIdSchema } from '#contract/media.ts'
import { slugSchema } from '#contract/posts.ts'
import { readDocumentForm, type DocumentRequest } from '../http/image-form.ts'
import { isShallow, tooDeep } from '../posts/input.ts'

const upstreamFields = {
  slug: slugSchema.optional(),
  removeCover: z.boolean().optional(),
  coverMedia: mediaIdSchema.optional(),
}

export const newCaseStudySchema = caseStudyInputSchema.extend(upstreamFields).refine(isShallow, tooDeep)
export const caseStudyChangeSchema = caseStudyUpdateSchema.extend(upstreamFields).refine(isShallow, tooDeep)

export type NewCaseStudy = DocumentRequest<z.output<typeof newCaseStudySchema>>
export type CaseStudyChange = DocumentRequest<z.output<typeof caseStudyChangeSchema>>

const formFields = {
  texts: ['title', 'client', 'summary', 'content', 'slug', 'coverAlt', 'coverMedia'],
  flags: ['published', 'removeCover'],
  json: ['results', 'services', 'drawing', 'quote'],
}

export const readCaseStudy = <Schema extends z.ZodType>(c: Context, schema: Schema) =>
  readDocumentForm(c, schema, formFields)
