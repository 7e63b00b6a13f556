import { json } from '#lib/http/response.ts'
import { handle, route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('none', async () => json({ status: 'ok' })),
})

export const dynamic = 'force-dynamic'
