import { json } from '#lib/http/answer.ts'
import { CONTACT_LIMIT, readJson } from '#lib/http/body.ts'
import { isPlainForm, seeOther } from '#lib/http/form.ts'
import { route } from '#lib/http/route.ts'
import { followLink } from '#lib/newsletter/follow.ts'
import { answerLinkForm } from '#lib/newsletter/link-form.ts'
import { requireOneClick } from '#lib/newsletter/one-click.ts'
import { visitorOf } from '#lib/upstream/forward.ts'

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token')

async function leave(request: Request, input: unknown) {
  return json({ message: await followLink('unsubscribe', input, visitorOf(request)) })
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  /** The address in the header of an e-mail, opened by a person. */
  async GET(request) {
    return seeOther(`/newsletter/unsubscribe?token=${encodeURIComponent(tokenIn(request) ?? '')}`)
  },

  /** A mail service has the token in the address, our page in its form, other clients in their JSON. */
  async POST(request) {
    const token = tokenIn(request)
    if (token !== null) {
      await requireOneClick(request)
      return leave(request, { token })
    }
    if (isPlainForm(request)) return answerLinkForm('unsubscribe', request)
    return leave(request, await readJson(request, CONTACT_LIMIT))
  },
})
