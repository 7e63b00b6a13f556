import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Attributes,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { withoutQuery } from '#contract/http.ts'
import { redactPath } from '#contract/previews.ts'
import { requestIdStorage } from './process-context.ts'

declare global {
  /** Set by server/tracing.ts; unset without a collector. */
  var halyardTracer: Tracer | undefined
}

/** Attributes never contain queries, bodies or values of SQL parameters. */
export const tracedPath = (url: string) => redactPath(withoutQuery(url)).slice(0, 200)

/** Continues the trace of a proxy or a calling node. */
export function startRequestSpan(
  headers: Record<string, string | string[] | undefined>,
  requestId: string,
): Span | undefined {
  const parent = globalThis.halyardTracer && propagation.extract(ROOT_CONTEXT, headers)
  const attributes = { 'request.id': requestId }
  return globalThis.halyardTracer?.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent)
}

export const runInSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? context.with(trace.setSpan(context.active(), span), work) : work()

interface CompletedSpan {
  method: string
  path: string
  route: string
  status: number
  aborted: boolean
}

export function endRequestSpan(span: Span, { method, path, route, status, aborted }: CompletedSpan) {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'url.path': tracedPath(path),
    'http.response.status_code': status,
    ...(aborted && { 'http.request.aborted': true }),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const withRequestId = (attributes: Attributes): Attributes => {
  const requestId = requestIdStorage.getStore()
  return requestId === undefined ? attributes : { ...attributes, 'request.id': requestId }
}

export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const tracer = globalThis.halyardTracer
  if (!tracer || !trace.getActiveSpan()) return work()
  return tracer.startActiveSpan(name, { attributes: withRequestId(attributes) }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

export const setSpanAttribute = (name: string, value: string | number) =>
  void trace.getActiveSpan()?.setAttribute(name, value)

export const injectTrace = (headers: Headers) =>
  propagation.inject(context.active(), headers, { set: (carrier, name, value) => carrier.set(name, value) })

interface ExecutedQuery {
  query: { sql: string }
  queryDurationMillis: number
  level: 'query' | 'error'
}

export function recordQuery({ query, queryDurationMillis, level }: ExecutedQuery) {
  if (!trace.getActiveSpan()) return
  const endTime = performance.now()
  const span = globalThis.halyardTracer?.startSpan('sql', {
    kind: SpanKind.CLIENT,
    startTime: endTime - queryDurationMillis,
    attributes: withRequestId({ 'db.query.text': query.sql.slice(0, 1000) }),
  })
  if (level === 'error') span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end(endTime)
}
