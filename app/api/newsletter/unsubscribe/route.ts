import { bodyLimits } from '#contract/limits.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json, seeOther } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { redeemNewsletterLink, requireOneClick, submitNewsletterLinkForm } from '#lib/newsletter/links.ts'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token')

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  /** Someone may open the URL of the List-Unsubscribe header in a browser. */
  GET: handle('none', async ({ request }) =>
    seeOther(`/newsletter/unsubscribe?${new URLSearchParams({ token: tokenOf(request) ?? '' })}`),
  ),

  /** Mail services send the token in the URL, the page sends it in its form, and API clients in JSON. */
  POST: handle('none', async ({ request }) => {
    const token = tokenOf(request)
    if (token === null && isPlainForm(request)) return submitNewsletterLinkForm('unsubscribe', request)
    if (token !== null) await requireOneClick(request)
    const input = token === null ? await readJson(request, bodyLimits.contact) : { token }
    return json({ message: await redeemNewsletterLink('unsubscribe', request, input) })
  }),
})
