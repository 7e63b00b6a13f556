import { anyAnswerSchema } from '../http/any-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { newsletterSchema } from './schema.ts'

export const newsletterTexts = {
  success: 'You are subscribed. The next issue comes to your inbox.',
  unavailable: 'The newsletter is not available at the moment. Please try again later.',
  failure: 'Sorry, we could not subscribe you. Please try again.',
}

/** Stores an address once; the answer is the same for one that is known. */
export async function subscribe(input: unknown, visitor: string | undefined): Promise<string> {
  const subscriber = parseInput(newsletterSchema, input)
  try {
    const { data } = await callForJson('subscribe', anyAnswerSchema, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(subscriber),
      visitor,
    })
    return data.message ?? newsletterTexts.success
  } catch (error) {
    // A remote upstream that knows only section 7 has no newsletter.
    if (error instanceof UpstreamRefusal && (error.status === 404 || error.status === 405))
      throw new UpstreamRefusal(503, newsletterTexts.unavailable)
    throw error
  }
}
