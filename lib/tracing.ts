import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { env } from './env.ts'
import { site } from './site.ts'

/** Next makes the spans; here they get somewhere to go. The usual OTEL_ variables hold for what is not said here. */
export function startTracing() {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': site.name.toLowerCase() }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  process.once('SIGTERM', () => void provider.forceFlush())
}
