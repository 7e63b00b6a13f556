import type { IncomingMessage, Server } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { lifecycle } from '#lib/process-context.ts'

/** Time in which a loaded machine did not run the process counts too: shorter limits ended requests that were complete. */
export const serverTimeouts = {
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep idle connections (nginx: 60 seconds), so that none sends a request while it is closed here.
  keepAliveTimeout: 65_000,
}

export const SOCKET_TIMEOUT_MS = 60_000

const slowPath = /^\/api\/(system\/backup|imports\/[\w-]+\/(check|run))$/
const SLOW_TIMEOUT_MS = 15 * 60_000

/** A backup sends nothing until it is verified, and a file to import until it is read. Node sets the timeout of the server again for the next request. */
export function allowSlowResponse(request: IncomingMessage) {
  if (slowPath.test(request.url ?? '')) request.socket.setTimeout(SLOW_TIMEOUT_MS)
}

export function rejectUpgrades(server: Server) {
  server.on('upgrade', (_request, socket) => {
    const body = JSON.stringify({ error: 'Protocol upgrades are not supported.' })
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  })
}

const READINESS_MS = 1_000
const CLOSE_CONNECTIONS_MS = 8_000
/** A supervisor kills the process a moment later. */
const EXIT_MS = 9_500

const IDLE_TURN_MS = 1
const MAX_TURNS = 1_000

/**
 * Closing the server resets connections that the system has already established and that wait to be accepted. A turn of
 * the event loop accepts all of them, so after a short turn rarely one is waiting.
 */
async function untilAccepted() {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const started = performance.now()
    await setImmediate()
    if (performance.now() - started < IDLE_TURN_MS) return
  }
}

/** Fails `/api/ready` first, so that load balancers stop sending requests before connections close. */
export function shutDownOnSignal(server: Server, close: () => Promise<void>) {
  const shutDown = async (readinessMs: number) => {
    if (lifecycle.draining) return
    lifecycle.draining = true
    setTimeout(() => process.exit(0), EXIT_MS)
    await wait(readinessMs)
    server.closeIdleConnections()
    await untilAccepted()
    const closed = new Promise((resolve) => server.close(resolve))
    setTimeout(() => server.closeAllConnections(), CLOSE_CONNECTIONS_MS).unref()
    await closed
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void shutDown(READINESS_MS))
  process.on('SIGINT', () => void shutDown(0))
}
