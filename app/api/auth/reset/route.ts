import { resetLinkStateSchema } from '#contract/accounts.ts'
import { bodyLimits } from '#contract/limits.ts'
import { redeemAccountLink, resetForm, submitAccountLinkForm } from '#lib/accounts/links.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'
import { linkQuerySchema } from '#contract/users.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', ({ request, clientAddress }) =>
    forward('getResetLink', resetLinkStateSchema, {
      query: queryOf(request, linkQuerySchema),
      clientAddress,
    }),
  ),
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitAccountLinkForm(resetForm, request)
    const input = await readJson(request, bodyLimits.contact)
    return json({ message: await redeemAccountLink(resetForm, request, input) })
  }),
})
