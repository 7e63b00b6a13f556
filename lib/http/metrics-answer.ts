import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '../env.ts'
import { metrics } from '../metrics.ts'
import { RequestError } from './request-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** For Prometheus. Without METRICS_TOKEN there is no such address. */
export async function answerMetrics(request: Request): Promise<Response> {
  if (!env.METRICS_TOKEN) throw new RequestError(404, 'Not found')
  const given = request.headers.get('authorization') ?? ''
  if (!timingSafeEqual(digest(given), digest(`Bearer ${env.METRICS_TOKEN}`)))
    throw new RequestError(401, 'The token of the metrics is needed.', { 'www-authenticate': 'Bearer' })
  const { registry } = metrics()
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  })
}
