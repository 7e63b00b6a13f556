import { getStats } from '#lib/admin/stats.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', async ({ token }) => json({ data: await getStats(token) })),
})
