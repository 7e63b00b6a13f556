import { getStats } from '#lib/analytics/figures.ts'
import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'
import { lifecycle } from '#lib/process-context.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('token', async ({ token }) => json({ data: await getStats(token), build: lifecycle.build })),
})
