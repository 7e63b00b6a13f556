import { setTimeout as wait } from 'node:timers/promises'
import { context, propagation } from '@opentelemetry/api'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { defaultSettings } from '#lib/site.ts'

/** The exporter retries for longer than supervisors wait. */
const MAX_FLUSH_MS = 2_000
const noTracing = async () => {}

/** Returns the flush for shutdown. Not registered globally, because spans of Next contain queries, and these may contain tokens. */
export async function startTracing(part: 'site' | 'upstream'): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return noTracing
  // Imported on demand, because the libraries take time and memory.
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import('@opentelemetry/resources')
  const name = defaultSettings.name.toLowerCase()
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': part === 'site' ? name : `${name}-${part}` }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  globalThis.halyardTracer = provider.getTracer(name)
  return async () => {
    const exported = provider.shutdown().then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([exported, wait(MAX_FLUSH_MS, false)])))
      log.warn('The last traces could not be exported')
  }
}
