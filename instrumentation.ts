import { env } from '#lib/env.ts'

/** Called by Next once, before the first request. */
export async function register() {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { startTracing } = await import('#lib/tracing.ts')
  startTracing()
}
