import { readStats } from '#lib/admin/stats.ts'
import { requireToken } from '#lib/auth/caller.ts'
import { json } from '#lib/http/answer.ts'
import { route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    return json({ data: await readStats(await requireToken(request)) })
  },
})
