import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ApiError } from '#contract/errors.ts'
import { env } from './env.ts'

interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  upstreamCalls: Histogram<'call' | 'outcome'>
  pageCache: Counter<'result'>
  /** Hits since the metrics were read; the counter would take longer than finding the page. */
  pageCacheHits: number
  pageCacheBytes: Gauge
  pageCacheEntries: Gauge
  changeLag: Histogram
  buildInfo: Gauge<'version' | 'build' | 'node'>
}

declare global {
  var halyardMetrics: Metrics | undefined
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function create(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const all: Metrics = {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    upstreamCalls: new Histogram({
      name: 'upstream_call_duration_seconds',
      help: 'Time of a call to the upstream; the outcome is a status or an error code',
      labelNames: ['call', 'outcome'],
      buckets: seconds,
      registers,
    }),
    pageCache: new Counter({
      name: 'page_cache_total',
      help: 'Page cache lookups by result (hit, miss, stale), renders and invalidations',
      labelNames: ['result'],
      registers,
      collect() {
        this.inc({ result: 'hit' }, all.pageCacheHits)
        all.pageCacheHits = 0
      },
    }),
    pageCacheHits: 0,
    pageCacheBytes: new Gauge({ name: 'page_cache_bytes', help: 'Bytes of cached pages', registers }),
    pageCacheEntries: new Gauge({ name: 'page_cache_entries', help: 'Cached pages', registers }),
    changeLag: new Histogram({
      name: 'change_lag_seconds',
      help: 'Time from a write on any node to the invalidation of pages on this one',
      buckets: seconds,
      registers,
    }),
    buildInfo: new Gauge({
      name: 'build_info',
      help: 'The running version; the value is always 1',
      labelNames: ['version', 'build', 'node'],
      registers,
    }),
  }
  return all
}

/** On `globalThis`, because the server and Next's bundles have separate copies of every module. */
export const metrics = () => (globalThis.halyardMetrics ??= create())

const COLLECT_MS = 1_000

/** Without the database this gauge has no values, and the other metrics are still served. */
function watch<Label extends string>(
  options: { name: string; help: string; labelNames: Label[] },
  read: (gauge: Gauge<Label>) => Promise<void>,
) {
  new Gauge({
    ...options,
    registers: [metrics().registry],
    async collect() {
      this.reset()
      const timeout = new Promise((resolve) => setTimeout(resolve, COLLECT_MS).unref())
      await Promise.race([read(this), timeout]).catch(() => {})
    },
  })
}

interface WatchedUpstream {
  outboxCounts(): Promise<Record<string, number>>
  poolCounts(): Record<string, number> | null
}

export function watchUpstream({ outboxCounts, poolCounts }: WatchedUpstream) {
  watch(
    { name: 'outbox_emails', help: 'E-mails in the outbox by their status', labelNames: ['status'] },
    async (gauge) => {
      for (const [status, count] of Object.entries(await outboxCounts())) gauge.set({ status }, count)
    },
  )
  const help = 'PostgreSQL connections in use and idle, and requests that wait for one'
  if (poolCounts())
    watch({ name: 'database_pool', help, labelNames: ['state'] }, async (gauge) => {
      for (const [state, count] of Object.entries(poolCounts() ?? {})) gauge.set({ state }, count)
    })
}

export function watchChanges(changes: { readonly readAt: number }) {
  watch(
    {
      name: 'changes_read_age_seconds',
      help: 'Time since this process last read the changes; pages may be outdated by it',
      labelNames: [],
    },
    async (gauge) => gauge.set((Date.now() - changes.readAt) / 1000),
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export async function metricsResponse(request: Request): Promise<Response> {
  if (!env.METRICS_TOKEN) throw new ApiError('not_found', 'Not found')
  const authorization = request.headers.get('authorization') ?? ''
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${env.METRICS_TOKEN}`)))
    throw new ApiError('unauthorized', 'The metrics token is required.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  const { registry } = metrics()
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  })
}
