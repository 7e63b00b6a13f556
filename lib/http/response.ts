import { ApiError } from '#contract/errors.ts'
import { log } from '../log.ts'
import { absoluteUrl } from '../metadata.ts'
import { isUpstreamFailure } from '../upstream/errors.ts'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

export const seeOther = (path: string) =>
  new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })

export const movedPermanently = (path: string) =>
  new Response(null, { status: 308, headers: { location: absoluteUrl(path) } })

/** The byte order mark makes spreadsheets read the file as UTF-8. */
const withByteOrderMark = () =>
  new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('\uFEFF')),
  })

export const csvFile = (name: string, csv: string | ReadableStream<Uint8Array<ArrayBuffer>> | null) =>
  new Response(new Response(csv).body?.pipeThrough(withByteOrderMark()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })

export function errorResponse(error: unknown, request: Request): Response {
  const route = `${request.method} ${new URL(request.url).pathname}`
  if (!(error instanceof ApiError)) log.error({ err: error, route }, 'request failed')
  else if (isUpstreamFailure(error)) log.error({ err: error, cause: error.cause, route }, 'upstream failed')
  const known =
    error instanceof ApiError ? error : new ApiError('internal', 'Something went wrong on our side.')
  return known.toResponse()
}
