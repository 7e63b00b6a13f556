import { passwordHelpSchema } from '#contract/accounts.ts'
import { bodyLimits } from '#contract/limits.ts'
import { requestLink, submitForgotForm } from '#lib/accounts/forgot.ts'
import { readJson } from '#lib/http/body.ts'
import { isPlainForm } from '#lib/http/form.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', () => forward('getPasswordHelp', passwordHelpSchema, {})),
  POST: handle('none', async ({ request }) => {
    if (isPlainForm(request)) return submitForgotForm(request)
    return json({ message: await requestLink(request, await readJson(request, bodyLimits.contact)) }, 202)
  }),
})
