import { json } from '#lib/http/answer.ts'
import { CONTACT_LIMIT, readJson } from '#lib/http/body.ts'
import { setFlash } from '#lib/http/flash.ts'
import { isPlainForm, readForm, seeOther } from '#lib/http/form.ts'
import { route } from '#lib/http/route.ts'
import { log } from '#lib/log.ts'
import { subscribe } from '#lib/newsletter/subscribe.ts'
import { newsletterTexts } from '#lib/newsletter/texts.ts'
import { UpstreamRefusal } from '#lib/upstream/errors.ts'
import { visitorOf } from '#lib/upstream/forward.ts'

async function answerPlainForm(request: Request) {
  const values = await readForm(request, CONTACT_LIMIT)
  try {
    const message = await subscribe(values, visitorOf(request))
    await setFlash('newsletter', '/newsletter', { values: {}, message })
  } catch (error) {
    const refusal = error instanceof UpstreamRefusal ? error : undefined
    if (!refusal) log.error({ err: error }, 'newsletter address was not stored')
    await setFlash('newsletter', '/newsletter', {
      values,
      error: refusal?.message ?? newsletterTexts.failure,
    })
  }
  return seeOther('/newsletter')
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    if (isPlainForm(request)) return answerPlainForm(request)
    const message = await subscribe(await readJson(request, CONTACT_LIMIT), visitorOf(request))
    return json({ message })
  },
})
