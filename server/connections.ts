import type { IncomingMessage, Server } from 'node:http'
import { withoutQuery } from '#contract/http.ts'
import { calls, slowCalls, toPathPattern } from '#lib/upstream/calls.ts'

/** Long, because time in which a loaded machine does not run the process counts too. */
export const serverTimeouts = {
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep idle connections (nginx: 60 seconds), so that the proxy closes them first.
  keepAliveTimeout: 65_000,
}

export const SOCKET_TIMEOUT_MS = 60_000

const slowRequests = [...slowCalls].map(([name, timeoutMs]) => ({
  method: calls[name].method,
  pattern: toPathPattern(`/api${calls[name].path}`),
  // The response to a call that timed out must still be sent.
  socketTimeoutMs: timeoutMs + SOCKET_TIMEOUT_MS,
}))

/** Node resets the timeout for the next request. */
export function allowSlowResponse({ method, url = '', socket }: IncomingMessage) {
  const path = withoutQuery(url)
  const slow = slowRequests.find((request) => request.method === method && request.pattern.test(path))
  if (slow) socket.setTimeout(slow.socketTimeoutMs)
}

const REJECTED_UPGRADE_MS = 5_000

/** Node leaves the connection to the listener: it no longer handles its errors, limits its time or reads from it. */
export function rejectUpgrades(server: Server) {
  server.on('upgrade', (_request, socket) => {
    const body = JSON.stringify({ error: 'Protocol upgrades are not supported.' })
    const limit = setTimeout(() => socket.destroy(), REJECTED_UPGRADE_MS)
    socket.on('close', () => clearTimeout(limit))
    socket.on('error', () => socket.destroy())
    socket.resume()
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  })
}
