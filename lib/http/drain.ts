import type { Server } from 'node:http'
import { lifecycle } from './lifecycle.ts'

/** How long a connection may keep us waiting: for its headers, for a whole request, and for any sign of life. */
export const patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}
/** Longer than any call of ours takes to be answered. */
const SILENCE_MS = 20_000

/** A reader who does not read is silent as well; his connection ends at the second such silence. */
export function endSilence(server: Server) {
  server.timeout = SILENCE_MS
}

const GRACE_MS = 1_000
const LIMIT_MS = 8_000
/** Whatever still hangs then, a supervisor would end less gently. */
const EXIT_MS = 9_500

/**
 * Ends the process as a supervisor wants it: on SIGTERM readiness goes first; a moment later nobody new is let in and
 * requests under way end; then `close` closes what they needed. SIGINT does not wait for that moment.
 */
export function endOnSignal(server: Server, close: () => Promise<void>) {
  const end = async (graceMs: number) => {
    if (lifecycle.draining) return
    lifecycle.draining = true
    setTimeout(() => process.exit(0), EXIT_MS)
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), LIMIT_MS).unref()
    await closed
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end(GRACE_MS))
  process.on('SIGINT', () => void end(0))
}
