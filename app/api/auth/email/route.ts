import { bodyLimits } from '#contract/limits.ts'
import { emailLinkSchema } from '#contract/profile.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('none', async ({ request, headers, clientAddress }) => {
    const json = await readInput(request, emailLinkSchema, bodyLimits.contact)
    return forward('confirmEmail', messageOnlySchema, { headers, json, clientAddress })
  }),
})
