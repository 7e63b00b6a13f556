/** Called by Next once, before the first request; built for two runtimes, of which we use one. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startTracing } = await import('#lib/tracing.ts')
  startTracing()
}
