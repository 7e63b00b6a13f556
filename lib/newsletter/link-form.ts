import { CONTACT_LIMIT } from '../http/body.ts'
import { readFlash, setFlash } from '../http/flash.ts'
import { readFields, seeOther } from '../http/form.ts'
import { log } from '../log.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { visitorOf } from '../upstream/forward.ts'
import { followLink, isGoodLink, type LinkUse } from './follow.ts'
import { newsletterTexts } from './texts.ts'

const flashName = (use: LinkUse) => `newsletter-${use}`

function wordsFor(error: unknown, use: LinkUse): string {
  if (error instanceof UpstreamRefusal) return error.message
  log.error({ err: error, use }, 'a link of the newsletter was not followed')
  return newsletterTexts.followFailure
}

/** What pressing the button of a link's page leads to: the page again, without its secret once it was of use. */
export async function answerLinkForm(use: LinkUse, request: Request): Promise<Response> {
  const { token = '' } = await readFields(request, CONTACT_LIMIT)
  const page = `/newsletter/${use}`
  try {
    const message = await followLink(use, { token }, visitorOf(request))
    await setFlash(flashName(use), page, { values: {}, message })
    return seeOther(page)
  } catch (error) {
    await setFlash(flashName(use), page, { values: {}, error: wordsFor(error, use) })
    return seeOther(`${page}?token=${encodeURIComponent(token)}`)
  }
}

export interface LinkPageState {
  /** There is a button to press. */
  token?: string
  result?: { tone: 'success' | 'error'; text: string }
}

/** What the page of a link shows; null for a link that leads nowhere. */
export async function linkPageState(
  use: LinkUse,
  token: string | string[] | undefined,
  visitor: string | undefined,
): Promise<LinkPageState | null> {
  const { message, error } = (await readFlash(flashName(use))) ?? {}
  if (token === undefined) return message ? { result: { tone: 'success', text: message } } : null
  if (typeof token !== 'string') return null
  try {
    if (!(await isGoodLink(use, token, visitor))) return null
  } catch (failure) {
    return { result: { tone: 'error', text: wordsFor(failure, use) } }
  }
  return error ? { token, result: { tone: 'error', text: error } } : { token }
}
