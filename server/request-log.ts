import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { redactPath } from '#contract/preview-path.ts'
import { logRequest } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { endRequestSpan } from '#lib/tracing.ts'
import { routeLabel } from './route-label.ts'

const idPattern = /^[A-Za-z0-9_-]{8,64}$/
const MAX_PATH = 200

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && idPattern.test(given) ? given : randomUUID()
  request.headers['x-request-id'] = id
  return id
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

interface CompletedRequest {
  requestId: string
  method: string
  /** The target as the client sent it; Next may rewrite `request.url`. */
  url: string
  status: number
  startedAt: number
  aborted?: boolean
  span?: Span | undefined
}

/** Logs the path without the query, which may contain tokens or user input. */
export function recordRequest({
  requestId,
  method,
  url,
  status,
  startedAt,
  aborted = false,
  span,
}: CompletedRequest) {
  const elapsed = performance.now() - startedAt
  const queryStart = url.indexOf('?')
  const path = redactPath(queryStart === -1 ? url : url.slice(0, queryStart))
  const route = routeLabel(path)
  const knownMethod = knownMethods.has(method) ? method : 'other'
  if (span) endRequestSpan(span, { method: knownMethod, path, route, status, aborted })
  metrics().requests.observe(
    {
      method: knownMethod,
      route,
      status: aborted ? 'aborted' : status,
    },
    elapsed / 1000,
  )
  logRequest({ requestId, method, path: path.slice(0, MAX_PATH), status, ms: Math.round(elapsed), aborted })
}

export function recordOnClose(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  startedAt: number,
  span?: Span,
) {
  const { method = '', url = '/' } = request
  response.once('close', () =>
    recordRequest({
      requestId,
      method,
      url,
      status: response.statusCode,
      startedAt,
      aborted: !response.writableFinished,
      span,
    }),
  )
}
