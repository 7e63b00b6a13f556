import { bodyLimits } from '#contract/limits.ts'
import { sendContactMessage, submitContactForm } from '#lib/contact/contact.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitContactForm(request)
    const message = await sendContactMessage(request, await readJson(request, bodyLimits.contact))
    return json({ data: {}, message }, 201)
  }),
})
