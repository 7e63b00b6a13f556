import { json } from '#lib/http/answer.ts'
import { route } from '#lib/http/route.ts'

/** The process is alive; whether it can serve is what `/api/ready` says. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET() {
    return json({ status: 'ok' })
  },
})

export const dynamic = 'force-dynamic'
