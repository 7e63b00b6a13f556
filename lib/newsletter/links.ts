import { ApiError, parseInput } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { linkResponseSchema, newsletterLinkSchema, tokenPattern } from '#contract/newsletter.ts'
import { readBody } from '../http/body.ts'
import { readFlash } from '../http/flash.ts'
import { submitPlainForm, visitorMessage } from '../http/form.ts'
import { messageOnlySchema } from '../upstream/client.ts'
import { isGone } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { callNewsletter } from './newsletter.ts'
import { newsletterTexts } from './texts.ts'

type LinkAction = 'confirm' | 'unsubscribe'

const actions = {
  confirm: { call: 'confirmSubscription', success: newsletterTexts.success },
  unsubscribe: { call: 'unsubscribe', success: newsletterTexts.unsubscribed },
} as const

const flashName = (action: LinkAction) => `newsletter-${action}`

export async function redeemNewsletterLink(
  action: LinkAction,
  request: Request,
  input: unknown,
): Promise<string> {
  const { token } = parseInput(newsletterLinkSchema, input)
  if (!tokenPattern.test(token)) throw new ApiError('gone', newsletterTexts.gone)
  const { message } = await callNewsletter(actions[action].call, messageOnlySchema, {
    json: { token },
    clientAddress: clientAddressOf(request),
    failureMessage: newsletterTexts.linkFailure,
  })
  return message ?? actions[action].success
}

/** Checks a link without using it, because e-mail scanners open links before people do. */
async function isValidLink(action: LinkAction, token: string, clientAddress: string | undefined) {
  if (!tokenPattern.test(token)) return false
  try {
    const { data } = await callNewsletter('getNewsletterLink', linkResponseSchema, {
      query: { token },
      clientAddress,
      failureMessage: newsletterTexts.linkFailure,
    })
    return action === 'unsubscribe' || data.confirms
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** Removes the token from the URL after success, which a reload still shows. */
export const submitNewsletterLinkForm = (action: LinkAction, request: Request) =>
  submitPlainForm(request, {
    name: flashName(action),
    page: `/newsletter/${action}`,
    failureMessage: newsletterTexts.linkFailure,
    allowCrossSite: true,
    submit: ({ token = '' }) => redeemNewsletterLink(action, request, { token }),
    redirect: (ok, { token = '' }) =>
      ok ? `/newsletter/${action}?done=1` : `/newsletter/${action}?${new URLSearchParams({ token })}`,
  })

interface LinkPageState {
  token?: string
  result?: { tone: 'success' | 'error'; text: string }
}

export async function getLinkPageState(
  action: LinkAction,
  { token, done }: Record<string, string | string[] | undefined>,
  clientAddress: string | undefined,
): Promise<LinkPageState | null> {
  const { message, error } = (await readFlash(flashName(action))) ?? {}
  if (token === undefined)
    return done === '1' ? { result: { tone: 'success', text: message ?? actions[action].success } } : null
  if (typeof token !== 'string') return null
  try {
    if (!(await isValidLink(action, token, clientAddress))) return null
  } catch (failure) {
    return { result: { tone: 'error', text: visitorMessage(failure, newsletterTexts.linkFailure) } }
  }
  return error ? { token, result: { tone: 'error', text: error } } : { token }
}

/** Rejects a body that is not the one-click form of a mail service (RFC 8058). */
export async function requireOneClick(request: Request): Promise<void> {
  const bytes = await readBody(request, bodyLimits.contact)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (form?.get('List-Unsubscribe') === 'One-Click') return
  throw new ApiError('malformed', 'Send the form List-Unsubscribe=One-Click.')
}
