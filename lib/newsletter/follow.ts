import { anyAnswerSchema } from '../http/any-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { explained } from './failures.ts'
import { linkAnswerSchema, newsletterLinkSchema, tokenPattern } from './schema.ts'
import { newsletterTexts } from './texts.ts'

/** What the two links of an e-mail do; each has its page and its call under this name. */
export type LinkUse = 'confirm' | 'unsubscribe'

const uses = {
  confirm: { call: 'confirmSubscription', done: newsletterTexts.success },
  unsubscribe: { call: 'unsubscribe', done: newsletterTexts.unsubscribed },
} as const

/** Does what the link is for; answers the sentence to show. Whoever holds its token may, from wherever it is sent. */
export async function followLink(use: LinkUse, input: unknown, visitor: string | undefined): Promise<string> {
  const { token } = parseInput(newsletterLinkSchema, input)
  if (!tokenPattern.test(token)) throw new UpstreamRefusal(410, newsletterTexts.gone)
  try {
    const { data } = await callForJson(uses[use].call, anyAnswerSchema, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      visitor,
    })
    return data.message ?? uses[use].done
  } catch (error) {
    throw explained(error)
  }
}

/** Whether the link is good for this. Asking changes nothing: programs look at links before people do. */
export async function isGoodLink(use: LinkUse, token: string, visitor: string | undefined): Promise<boolean> {
  if (!tokenPattern.test(token)) return false
  try {
    const { data } = await callForJson('readNewsletterLink', linkAnswerSchema, {
      // Not in the path, which is logged.
      query: { token },
      visitor,
    })
    return use === 'unsubscribe' || data.data.confirms
  } catch (error) {
    if (error instanceof UpstreamRefusal && error.status === 410) return false
    throw explained(error)
  }
}
