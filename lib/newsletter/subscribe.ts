import { anyAnswerSchema } from '../http/any-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import { callForJson } from '../upstream/call.ts'
import { explained } from './failures.ts'
import { newsletterSchema } from './schema.ts'
import { newsletterTexts } from './texts.ts'

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
    throw explained(error)
  }
}
