import * as z from 'zod'
import { linkTokenSchema } from './accounts.ts'
import { cleanText, singleLine, toLineFeeds } from './text.ts'

export const MAX_REVIEWER_NAME = 100
export const MAX_REVIEW_COMMENT = 2_000
export const MAX_REVIEWS = 200

const decisions = ['approved', 'changesRequested'] as const
export type Decision = (typeof decisions)[number]

/** `void`: the text changed after it was approved. */
const approvalStates = ['none', 'approved', 'changesRequested', 'void'] as const
export type ApprovalState = (typeof approvalStates)[number]
export const approvalStateSchema = z.enum(approvalStates)

const name = cleanText(
  'Your name',
  z.minLength(1, 'Your name is required'),
  z.maxLength(MAX_REVIEWER_NAME, `Your name must be at most ${MAX_REVIEWER_NAME} characters`),
  singleLine('Your name'),
)

const comment = z
  .string()
  .transform(toLineFeeds)
  .pipe(
    cleanText(
      'Comment',
      z.maxLength(MAX_REVIEW_COMMENT, `Comment must be at most ${MAX_REVIEW_COMMENT} characters`),
    ),
  )

export const reviewInputSchema = z
  .object({
    token: linkTokenSchema,
    pass: z.string().max(200).optional(),
    revision: z.string('The text is not known').regex(/^[0-9a-f]{64}$/, 'The text is not known'),
    decision: z.enum(decisions, 'Choose whether you approve or request changes'),
    name,
    comment: comment.default(''),
  })
  .refine(({ decision, comment: text }) => decision !== 'changesRequested' || text !== '', {
    path: ['comment'],
    message: 'Say in the comment what should change',
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !issues.some(({ path }) => path?.[0] === 'decision' || path?.[0] === 'comment'),
  })

const reviewSchema = z.object({
  id: z.string(),
  decision: z.enum(decisions),
  name: z.string(),
  comment: z.string(),
  at: z.iso.datetime(),
})

/** Part of an opened preview; missing from an upstream without reviews. */
export const previewReviewsSchema = z.object({
  revision: z.string(),
  reviews: z.array(reviewSchema),
  /** The newest review of an earlier text; null when this text has reviews. */
  earlier: reviewSchema.omit({ comment: true }).nullable(),
})

export const reviewResponseSchema = z.object({ data: reviewSchema, message: z.string() })

export const reviewListResponseSchema = z.object({
  data: z.object({
    state: approvalStateSchema,
    required: z.boolean(),
    reviews: z.array(reviewSchema.extend({ current: z.boolean() })),
  }),
})

export type Review = z.infer<typeof reviewSchema>
export type ReviewInput = z.infer<typeof reviewInputSchema>
export type PreviewReviews = z.infer<typeof previewReviewsSchema>
export type ReviewList = z.infer<typeof reviewListResponseSchema>['data']
