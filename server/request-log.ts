import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import { methods, withoutQuery } from '#contract/http.ts'
import { redactPath } from '#contract/previews.ts'
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

interface Target {
  /** Without the query, which may contain tokens or user input. */
  path: string
  loggedPath: string
  route: string
}

const targets = new LRUCache<string, Target>({ max: 1000 })
const MAX_KNOWN_TARGET = 500

/** Caches common URLs, because describing them takes longer than finding a cached page. */
function describeTarget(url: string): Target {
  const known = targets.get(url)
  if (known) return known
  const path = redactPath(withoutQuery(url))
  const target = { path, loggedPath: JSON.stringify(path.slice(0, MAX_PATH)), route: routeLabel(path) }
  if (url.length <= MAX_KNOWN_TARGET) targets.set(url, target)
  return target
}

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
  const { path, loggedPath, route } = describeTarget(url)
  const knownMethod = methods.includes(method) ? method : 'other'
  if (span) endRequestSpan(span, { method: knownMethod, path, route, status, aborted })
  metrics().requests.observe(
    {
      method: knownMethod,
      route,
      status: aborted ? 'aborted' : status,
    },
    elapsed / 1000,
  )
  logRequest({ requestId, method, path: loggedPath, status, ms: Math.round(elapsed), aborted })
}

export function recordOnClose(
  request: IncomingMessage,
  response: ServerResponse,
  started: Pick<CompletedRequest, 'requestId' | 'startedAt' | 'span'>,
) {
  const { method = '', url = '/' } = request
  response.once('close', () =>
    recordRequest({
      ...started,
      method,
      url,
      status: response.statusCode,
      aborted: !response.writableFinished,
    }),
  )
}
