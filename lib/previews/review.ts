import { cookies } from 'next/headers'
import { ApiError, parseInput } from '#contract/errors.ts'
import { tokenPattern } from '#contract/newsletter.ts'
import { previewPath } from '#contract/previews.ts'
import { reviewInputSchema, reviewResponseSchema } from '#contract/reviews.ts'
import { readFlash, type Flash } from '../http/flash.ts'
import { submitPlainForm } from '../http/form.ts'
import { callForJson } from '../upstream/client.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { PASS_COOKIE, REVIEW_FORM } from './preview.ts'

export const reviewFields = ['decision', 'name', 'comment'] as const

const failureMessage = 'Your response could not be sent. Please try again.'

export async function sendReview(request: Request, values: unknown) {
  const input = parseInput(reviewInputSchema, values)
  if (!tokenPattern.test(input.token)) throw new ApiError('not_found', 'There is no such preview.')
  const { data } = await callForJson('reviewPreview', reviewResponseSchema, {
    json: input,
    clientAddress: clientAddressOf(request),
    failureMessage,
  })
  return data
}

const pageOf = ({ token = '' }: Record<string, string>) =>
  tokenPattern.test(token) ? previewPath(token) : previewPath('')

export const submitReviewForm = (request: Request) =>
  submitPlainForm(request, {
    name: REVIEW_FORM,
    page: pageOf,
    failureMessage,
    allowCrossSite: true,
    secrets: ['token', 'pass', 'revision'],
    submit: async (values) => (await sendReview(request, values)).message,
    redirect: (_, values, fields) => {
      if (!tokenPattern.test(values['token'] ?? '')) return '/'
      // Browsers focus the field that the fragment names.
      const invalid = reviewFields.find((name) => fields[name])
      return `${pageOf(values)}#${invalid ? `review-${invalid}` : 'review'}`
    },
  })

export interface ReviewForm extends Partial<Flash> {
  /** Included in the form, because its path does not get the cookie. */
  pass: string
}

export async function readReviewForm(): Promise<ReviewForm> {
  const pass = (await cookies()).get(PASS_COOKIE)?.value ?? ''
  return { ...(await readFlash(REVIEW_FORM)), pass: pass.slice(0, 200) }
}
