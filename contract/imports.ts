import * as z from 'zod'
import { importLimits } from './limits.ts'
import { count, optionalTotals } from './lists.ts'
import { cleanText } from './text.ts'

const importFormats = ['markdown', 'wordpress', 'ghost'] as const
export type ImportFormat = (typeof importFormats)[number]

const importOutcomes = ['imported', 'skipped', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The planned action for a post: `taken` is a new post whose slug belongs to another one. */
const importPlans = ['new', 'taken', 'existing', 'invalid'] as const
export type ImportPlan = (typeof importPlans)[number]

/** The status of a post in its file; posts other than published ones become drafts. */
export const importStatuses = ['published', 'scheduled', 'expired', 'restricted', 'sent', 'draft'] as const
export type ImportStatus = (typeof importStatuses)[number]

export const IMPORT_POSTS_PER_PAGE = 50
export const IMPORTS_PER_PAGE = 20

export const isHiddenPath = (path: string) => /(^|\/)(\.|__MACOSX\/|node_modules\/)/.test(path)

export const importInputSchema = z.object({
  name: cleanText('Name', z.minLength(1, 'Name is required'), z.maxLength(200, 'Name is too long')),
  bytes: z
    .number('The size of the file is required')
    .int()
    .min(1, 'The file is empty')
    .max(importLimits.bytes, `The file is larger than ${importLimits.bytes / 1024 ** 2} MB`),
})

export const importPartQuerySchema = z.object({
  number: z.coerce.number().int().min(0).catch(Number.MAX_SAFE_INTEGER),
})

const addressOfSite = z.union([
  z.literal(''),
  z.url({
    protocol: /^https?$/,
    hostname: /./,
    error: 'Enter an address like https://old.example',
  }),
])

const oldSiteSchema = z
  .string()
  .max(500)
  .transform((text) => text.trim().replace(/\/+$/, ''))
  .transform((text) => (text === '' || text.includes('://') ? text : `https://${text}`))
  .pipe(addressOfSite)

export const importOptionsSchema = z.object({
  publish: z.boolean().default(false),
  taken: z.enum(['skip', 'rename']).default('skip'),
  hosts: z.array(z.string().max(260)).max(importLimits.hosts).default([]),
  site: oldSiteSchema.default(''),
})
export type ImportOptions = z.infer<typeof importOptionsSchema>

/** The address may be missing or wrong in the options that the import began with. */
export const importRetrySchema = z.object({ site: oldSiteSchema.optional() })
export type ImportRetry = z.infer<typeof importRetrySchema>

export const importQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})

export const importListQuerySchema = importQuerySchema.extend({
  checked: z.literal('true').optional().catch(undefined),
})
export type ImportListQuery = z.infer<typeof importListQuerySchema>

const importPostSchema = z.object({
  kind: z.enum(['post', 'caseStudy']).default('post'),
  path: z.string(),
  title: z.string(),
  slug: z.string(),
  plan: z.enum(importPlans),
  outcome: z.enum(importOutcomes).nullable(),
  published: z.boolean(),
  status: z.enum(importStatuses).optional(),
  author: z.object({ name: z.string(), source: z.string() }),
  problems: z.array(z.string()),
  redirects: z.array(z.string()).default([]),
  /** The post that was made from it; null before that, and after it was permanently deleted. */
  postId: z.string().nullable().default(null),
})
export type ImportPost = z.infer<typeof importPostSchema>

/** Images on other servers; an empty host means paths of the old site. */
const importHostSchema = z.object({ host: z.string(), images: count, fetched: count, failed: count })
export type ImportHost = z.infer<typeof importHostSchema>

/** Without a match, the posts become those of the importer. */
const importAuthorSchema = z.object({
  source: z.string(),
  name: z.string(),
  isMatched: z.boolean(),
  posts: count,
  /** Posts whose slug belongs to another one. */
  taken: count.default(0),
})
export type ImportAuthor = z.infer<typeof importAuthorSchema>

const importSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: count,
  createdAt: z.iso.datetime(),
  format: z.enum(importFormats).nullable(),
  checked: z.boolean(),
  begun: z.boolean().default(false),
  finished: z.boolean(),
})
export type ImportSummary = z.infer<typeof importSummarySchema>

const importSchema = importSummarySchema.extend({
  problems: z.array(z.string()),
  plans: z.record(z.enum(importPlans), count),
  outcomes: z.record(z.enum(importOutcomes), count),
  remaining: count,
  images: count,
  redirects: z.object({ new: count, taken: count }).default({ new: 0, taken: 0 }),
  options: importOptionsSchema.nullable().default(null),
  hosts: z.array(importHostSchema).default([]),
  /** For posts that are not imported yet. */
  authors: z.array(importAuthorSchema).default([]),
  moreAuthors: count.default(0),
  /** More authors whose posts all have a slug that belongs to another one. */
  moreTakenAuthors: count.default(0),
  caseStudies: count.default(0),
  posts: z.array(importPostSchema),
  total: count,
  totalPages: count,
})
export type Import = z.infer<typeof importSchema>

export const importListResponseSchema = z.object({
  data: z.array(importSummarySchema),
  ...optionalTotals,
})
export type ImportList = z.infer<typeof importListResponseSchema>
export const importResponseSchema = z.object({ data: importSchema })
export const importCreatedResponseSchema = z.object({
  data: z.object({ id: z.string(), partBytes: count }),
})

export const exportSummaryResponseSchema = z.object({
  data: z.object({ posts: count, images: count, caseStudies: count.default(0) }),
})
export type ExportSummary = z.infer<typeof exportSummaryResponseSchema>['data']
