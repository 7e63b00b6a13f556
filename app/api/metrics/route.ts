import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'
import { RequestError } from '#lib/http/request-error.ts'
import { route } from '#lib/http/route.ts'
import { metrics } from '#lib/metrics.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** For Prometheus. Without METRICS_TOKEN there is no such address. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  async GET(request) {
    if (!env.METRICS_TOKEN) throw new RequestError(404, 'Not found')
    const given = request.headers.get('authorization') ?? ''
    if (!timingSafeEqual(digest(given), digest(`Bearer ${env.METRICS_TOKEN}`)))
      throw new RequestError(401, 'The token of the metrics is needed.', { 'www-authenticate': 'Bearer' })
    const { registry } = metrics()
    return new Response(await registry.metrics(), {
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
    })
  },
})

export const dynamic = 'force-dynamic'
