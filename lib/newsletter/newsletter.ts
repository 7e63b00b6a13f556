import type { $ZodType } from 'zod/v4/core'
import { ApiError, parseInput } from '#contract/errors.ts'
import { newsletterSchema } from '#contract/newsletter.ts'
import { submitPlainForm } from '../http/form.ts'
import type { CallName } from '../upstream/calls.ts'
import { callForJson, messageOnlySchema, type CallOptions } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { newsletterTexts } from './texts.ts'

/** A remote upstream may have no newsletter. */
export async function callNewsletter<T>(
  name: CallName,
  schema: $ZodType<T>,
  options: CallOptions,
): Promise<T> {
  try {
    return (await callForJson(name, schema, options)).data
  } catch (error) {
    if (isUnsupportedCall(error)) throw new ApiError('unavailable', newsletterTexts.unavailable)
    throw error
  }
}

/** The message is the same for a known address, so that the form does not reveal who is subscribed. */
export async function subscribe(request: Request, input: unknown): Promise<string> {
  const { message } = await callNewsletter('subscribe', messageOnlySchema, {
    json: parseInput(newsletterSchema, input),
    clientAddress: clientAddressOf(request),
    failureMessage: newsletterTexts.failure,
  })
  return message ?? newsletterTexts.success
}

export const submitNewsletterForm = (request: Request) =>
  submitPlainForm(request, {
    name: 'newsletter',
    page: '/newsletter',
    failureMessage: newsletterTexts.failure,
    submit: (values) => subscribe(request, values),
    redirect: (ok, _, fields) => `/newsletter?result=${ok ? 'sent' : fields['email'] ? 'invalid' : 'error'}`,
  })
