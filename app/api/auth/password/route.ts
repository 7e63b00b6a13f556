import { passwordChangeSchema } from '#contract/profile.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { messageOnlySchema } from '#lib/upstream/client.ts'
import { forward } from '#lib/upstream/forward.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: handle('account', async ({ request, headers, clientAddress }) => {
    const json = await readInput(request, passwordChangeSchema)
    return forward('changePassword', messageOnlySchema, { headers, json, clientAddress })
  }),
})
