import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  upstreamCalls: Histogram<'call' | 'outcome'>
}

declare global {
  var halyardMetrics: Metrics | undefined
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function create(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    upstreamCalls: new Histogram({
      name: 'upstream_call_duration_seconds',
      help: 'Time of a call to the upstream; the outcome is a status or the kind of its fault',
      labelNames: ['call', 'outcome'],
      buckets: seconds,
      registers,
    }),
  }
}

/** On `globalThis`, because the server and the bundled handlers hold their own copies of every module. */
export const metrics = () => (globalThis.halyardMetrics ??= create())

/** E-mails by what became of them, counted when somebody looks. */
export function watchOutbox(counts: () => Promise<Record<string, number>>) {
  const gauge: Gauge<'status'> = new Gauge({
    name: 'outbox_emails',
    help: 'E-mails in the outbox by their status',
    labelNames: ['status'],
    registers: [metrics().registry],
    async collect() {
      for (const [status, count] of Object.entries(await counts())) gauge.set({ status }, count)
    },
  })
}
