import { bodyLimits } from '#contract/limits.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { redeemNewsletterLink, submitNewsletterLinkForm } from '#lib/newsletter/links.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitNewsletterLinkForm('confirm', request)
    const message = await redeemNewsletterLink(
      'confirm',
      request,
      await readJson(request, bodyLimits.contact),
    )
    return json({ message })
  }),
})
