import { log } from '../log.ts'
import { UpstreamFault, UpstreamRefusal } from '../upstream/errors.ts'
import { RequestError } from './request-error.ts'

const noStore = { 'cache-control': 'no-store' }

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...noStore, ...headers } })

/** One place turns what was thrown into an answer; what is not ours to explain is logged and said without internals. */
export function answerTo(error: unknown, request: Request): Response {
  if (error instanceof RequestError) return json({ error: error.message }, error.status, error.headers)
  if (error instanceof UpstreamRefusal) {
    const { message, fields, stored, status, retryAfter } = error
    return json(
      { error: message, fields, ...stored },
      status,
      retryAfter ? { 'retry-after': retryAfter } : {},
    )
  }
  const context = {
    err: error,
    route: `${request.method} ${new URL(request.url).pathname}`,
  }
  if (error instanceof UpstreamFault) {
    log.error({ ...context, cause: error.cause }, `upstream ${error.kind}`)
    return json({ error: error.message }, error.status)
  }
  log.error(context, 'request failed')
  return json({ error: 'Something went wrong on our side.' }, 500)
}
