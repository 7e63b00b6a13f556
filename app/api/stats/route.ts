import { getStats } from '#lib/analytics/figures.ts'
import { getUser } from '#lib/auth/caller.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { lifecycle } from '#lib/process-context.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', async ({ token }) => {
    const [data, { name, role, author }] = await Promise.all([getStats(token), getUser(token)])
    return json({ data, build: lifecycle.build, user: { name, role, author } })
  }),
})
