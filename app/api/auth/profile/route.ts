import { bodyLimits } from '#contract/limits.ts'
import { accountResponseSchema, profileResponseSchema } from '#contract/profile.ts'
import { readTyped } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

const limits = { 'multipart/form-data': bodyLimits.multipart, 'application/json': bodyLimits.json }

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', ({ headers }) => forward('getProfile', accountResponseSchema, { headers })),
  PUT: handle('account', async ({ request, headers, clientAddress }) => {
    const body = await readTyped(request, limits)
    return forward('updateProfile', profileResponseSchema, { headers, body, clientAddress })
  }),
})
