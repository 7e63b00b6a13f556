import { loginResponseSchema, loginSchema } from '#contract/accounts.ts'
import { loginTexts } from '#lib/accounts/texts.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { clientAgent, forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request, clientAddress, ...context }) => {
    const headers = { ...context.headers, ...clientAgent(request) }
    const json = await readInput(request, loginSchema)
    return forward('login', loginResponseSchema, {
      headers,
      json,
      clientAddress,
      failureMessage: loginTexts.unavailable,
      unauthorizedMessage: loginTexts.failure,
    })
  }),
})
