import type { Server } from 'node:http'
import { lifecycle } from './lifecycle.ts'

const DRAIN_GRACE_MS = 1_000
const DRAIN_LIMIT_MS = 8_000

/** When the process is told to end: readiness goes first, then requests under way end, then the database closes. */
export function stopOnSignals(server: Server, close: () => Promise<void>) {
  const stop = async (graceMs: number) => {
    if (lifecycle.draining) return
    lifecycle.draining = true
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS).unref()
    await closed
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(DRAIN_GRACE_MS))
  process.on('SIGINT', () => void stop(0))
}
