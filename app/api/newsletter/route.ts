import { bodyLimits } from '#contract/limits.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { submitNewsletterForm, subscribe } from '#lib/newsletter/newsletter.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitNewsletterForm(request)
    return json({ message: await subscribe(request, await readJson(request, bodyLimits.contact)) })
  }),
})
