import { createServer, type IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { env } from '#lib/env.ts'
import { logConsole, logUncaughtErrors } from '#lib/log.ts'
import { metrics, metricsResponse } from '#lib/metrics.ts'
import { lifecycle, requestIdStorage } from '#lib/process-context.ts'
import { securityHeaders } from '#lib/security-headers.ts'
import packageJson from '#package.json' with { type: 'json' }
import { errorResponse } from '#lib/http/response.ts'
import { openBuiltIn } from '#lib/upstream/transport.ts'
import { clientAddress } from './client-address.ts'
import { allocateRequestsYoung, listen, retainTickLayout } from './listen.ts'
import { recordOnClose, requestIdOf } from './request-log.ts'
import { runInSpan, startRequestSpan } from '#lib/tracing.ts'
import { allowSlowResponse, rejectUpgrades, serverTimeouts, SOCKET_TIMEOUT_MS } from './connections.ts'
import { exitOnSignal, shutDownOnSignal } from './shutdown.ts'
import { printBanner, startErrorMessage, startingStatus } from './startup-messages.ts'
import { startTracing } from './tracing.ts'

async function main() {
  exitOnSignal()
  retainTickLayout()
  logConsole()
  logUncaughtErrors()
  metrics().buildInfo.set({ version: packageJson.version, build: '', node: process.version }, 1)
  const stopTracing = await startTracing('upstream')
  const opening = Promise.withResolvers<Awaited<ReturnType<typeof openBuiltIn>>>()
  let isOpen = false

  const respond = async (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/metrics')
      return metricsResponse(request).catch((error: unknown) => errorResponse(error, request))
    if (lifecycle.stopping && pathname === '/api/ready')
      return Response.json({ status: 'stopping', error: 'The upstream is shutting down.' }, { status: 503 })
    if (!isOpen && pathname === '/api/health') return Response.json({ status: 'ok' })
    if (!isOpen && pathname === '/api/ready') return Response.json(startingStatus, { status: 503 })
    request.headers.set('x-request-id', String(incoming.headers['x-request-id']))
    // Overrides the header of the client.
    request.headers.set('x-client-address', String(incoming.headers['x-client-address']))
    return (await opening.promise).fetch(request)
  }

  const listener = getRequestListener(respond)
  const server = createServer({ maxHeaderSize: 32 * 1024, ...serverTimeouts })
  server.timeout = SOCKET_TIMEOUT_MS
  rejectUpgrades(server)
  server.on('request', (request: IncomingMessage, response) => {
    const startedAt = performance.now()
    const id = requestIdOf(request)
    request.headers['x-client-address'] = clientAddress(request, env.TRUST_PROXY)
    response.setHeader('x-request-id', id)
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    if (lifecycle.closing) response.setHeader('connection', 'close')
    const span = startRequestSpan(request.headers, id)
    allowSlowResponse(request)
    recordOnClose(request, response, { requestId: id, startedAt, span })
    requestIdStorage.run(id, () => runInSpan(span, () => void listener(request, response)))
  })
  // Listens first, because the password of a first account that is created for a port in use would never be shown.
  await listen(server, env.UPSTREAM_PORT)
  const upstream = await openBuiltIn()
  allocateRequestsYoung()
  isOpen = true
  opening.resolve(upstream)
  shutDownOnSignal(server, upstream.stopBackups, async () => {
    await upstream.close()
    await stopTracing()
  })
  const host = env.LISTEN_HOST ?? 'localhost'
  printBanner(`http://${isIPv6(host) ? `[${host}]` : host}:${env.UPSTREAM_PORT}`, upstream.firstAccount)
  process.stdout.write(`  Links in e-mails, invitations and previews lead to ${env.SITE_URL} (SITE_URL).\n\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${startErrorMessage(error, 'UPSTREAM_PORT')}\n`)
  process.exit(1)
})
