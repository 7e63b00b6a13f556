import { bodyLimits } from '#contract/limits.ts'
import { invitationForm, redeemAccountLink, submitAccountLinkForm } from '#lib/accounts/links.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitAccountLinkForm(invitationForm, request)
    const input = await readJson(request, bodyLimits.contact)
    return json({ message: await redeemAccountLink(invitationForm, request, input) }, 201)
  }),
})
