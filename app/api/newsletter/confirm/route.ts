import { json } from '#lib/http/answer.ts'
import { CONTACT_LIMIT, readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { route } from '#lib/http/route.ts'
import { followLink } from '#lib/newsletter/follow.ts'
import { answerLinkForm } from '#lib/newsletter/link-form.ts'
import { visitorOf } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    if (isPlainForm(request)) return answerLinkForm('confirm', request)
    const message = await followLink('confirm', await readJson(request, CONTACT_LIMIT), visitorOf(request))
    return json({ message })
  },
})
