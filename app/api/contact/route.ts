import { sendContactMessage } from '#lib/contact/send.ts'
import { contactTexts } from '#lib/contact/texts.ts'
import { json } from '#lib/http/answer.ts'
import { CONTACT_LIMIT, readJson } from '#lib/http/body.ts'
import { setFlash } from '#lib/http/flash.ts'
import { isPlainForm, readForm, seeOther } from '#lib/http/form.ts'
import { route } from '#lib/http/route.ts'
import { UpstreamRefusal } from '#lib/upstream/errors.ts'
import { visitorOf } from '#lib/upstream/forward.ts'
import { log } from '#lib/log.ts'

const senderOf = (request: Request) => ({
  visitor: visitorOf(request),
  idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
})

/** Without script the result is a page: the form again with what was typed, or the thanks. */
async function answerPlainForm(request: Request) {
  const values = await readForm(request, CONTACT_LIMIT)
  try {
    const message = await sendContactMessage(values, senderOf(request))
    await setFlash('contact', '/contact', { values: {}, message })
    return seeOther('/contact?result=sent#form')
  } catch (error) {
    const refusal = error instanceof UpstreamRefusal ? error : undefined
    if (!refusal) log.error({ err: error }, 'contact message was not sent')
    const message = refusal?.fields ? undefined : (refusal?.message ?? contactTexts.failure)
    await setFlash('contact', '/contact', { values, fields: refusal?.fields, error: message })
    return seeOther('/contact?result=error#form')
  }
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async POST(request) {
    if (isPlainForm(request)) return answerPlainForm(request)
    const message = await sendContactMessage(await readJson(request, CONTACT_LIMIT), senderOf(request))
    return json({ data: {}, message }, 201)
  },
})
