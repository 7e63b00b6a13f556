import * as z from 'zod'
import { linkTokenSchema } from './accounts.ts'
import { caseStudySchema } from './case-studies.ts'
import { count } from './lists.ts'
import { postSchema } from './posts.ts'
import { previewReviewsSchema } from './reviews.ts'
import { isStorable } from './text.ts'

export const previewDays = [1, 7, 30] as const
export const DEFAULT_PREVIEW_DAYS = 7
export const MAX_PREVIEWS = 20
export const MAX_PREVIEW_PASSWORD = 200
export const MIN_PREVIEW_PASSWORD = 8

const password = z
  .string('Password is required')
  .max(MAX_PREVIEW_PASSWORD, `Password must be at most ${MAX_PREVIEW_PASSWORD} characters`)
  .refine(isStorable, 'Password contains characters that cannot be stored')

export const previewInputSchema = z.object({
  days: z.literal(previewDays, 'Choose 1, 7 or 30 days'),
  password: password
    .refine(
      (text) => text === '' || text.length >= MIN_PREVIEW_PASSWORD,
      `Password must be at least ${MIN_PREVIEW_PASSWORD} characters`,
    )
    .default(''),
})

const previewSchema = z.object({
  id: z.string(),
  /** Null when that account was deleted. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  opened: z.number().int().nonnegative(),
  lastOpenedAt: z.iso.datetime().nullable(),
  hasPassword: z.boolean(),
})

const review = previewReviewsSchema.optional().catch(undefined)

export const previewListResponseSchema = z.object({
  data: z.array(previewSchema),
  total: count,
  totalPages: count,
})

/** The URL is part of this response only, because its token is stored as a hash. */
export const previewResponseSchema = z.object({ data: previewSchema.extend({ url: z.url() }) })

/** `pass` proves that the visitor entered the password; `returning` is true for the page shown after submitting one of its forms. */
export const previewVisitSchema = z.object({
  token: linkTokenSchema,
  pass: z.string().max(200).optional(),
  returning: z.boolean().default(false),
})

export const openedPreviewSchema = z.object({
  data: z.discriminatedUnion('state', [
    z.object({ state: z.literal('locked') }),
    z.object({ state: z.literal('published'), path: z.string().regex(/^\/(blog|work)\/[A-Za-z0-9][\w-]*$/) }),
    z.object({ state: z.literal('post'), expiresAt: z.iso.datetime(), post: postSchema, review }),
    z.object({
      state: z.literal('caseStudy'),
      expiresAt: z.iso.datetime(),
      caseStudy: caseStudySchema,
      review,
    }),
  ]),
})

export const previewUnlockSchema = z.object({
  token: linkTokenSchema,
  password: password.min(1, 'Password is required'),
})
export const previewUnlockResponseSchema = z.object({
  data: z.object({ pass: z.string().regex(/^[\w.-]{1,200}$/), seconds: z.number().int().positive() }),
})

export type Preview = z.infer<typeof previewSchema>
export type PreviewInput = z.infer<typeof previewInputSchema>
export type OpenedPreview = z.infer<typeof openedPreviewSchema>['data']

const FOLDER = '/preview/'

export const previewPath = (token: string) => `${FOLDER}${token}`

export const isPreviewPath = (path: string) => path.startsWith(FOLDER)

/** Removes the token for logs, traces and metrics, because anyone who has it can open the preview. */
export const redactPath = (path: string) => (isPreviewPath(path) ? previewPath('[token]') : path)
