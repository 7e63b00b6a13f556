import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import next from 'next'
import { clientAddress } from './lib/http/client-address.ts'
import { openDoor } from './lib/upstream/transport.ts'
import { env, tellNextAuth } from './lib/env.ts'
import { log } from './lib/log.ts'
import { markAnswer, refusalOf } from './lib/http/every-answer.ts'
import { VIEW_HEADER, withErrorViews } from './lib/http/error-views.ts'
import { lifecycle } from './lib/http/lifecycle.ts'
import { mendMoved } from './lib/http/moved.ts'
import { withoutStrayQuery } from './lib/http/stray-query.ts'
import { siteSecret } from './lib/secret.ts'

const DRAIN_GRACE_MS = 1_000
const DRAIN_LIMIT_MS = 8_000

/** Node's own words for what goes wrong at start, as one line that names the remedy. */
function startFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${env.PORT} is in use: set PORT to a free one.`
  if (
    env.DATABASE_URL &&
    (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
  )
    return `DATABASE_URL cannot be used: ${error instanceof Error ? error.message : code}`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR' || code === 'ENOENT')
    return `DATA_DIR (${env.DATA_DIR}) cannot be written: ${error instanceof Error ? error.message : code}`
  return `The site could not start: ${error instanceof Error ? error.message : String(error)}`
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/

/** What the app may trust of a request's headers is set here; what a visitor sent in their place is dropped. */
function takeOver(request: IncomingMessage) {
  const address = clientAddress(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for'],
    env.TRUST_PROXY,
  )
  for (const name of ['x-nonce', 'content-security-policy', 'x-middleware-subrequest', VIEW_HEADER])
    Reflect.deleteProperty(request.headers, name)
  if (env.TRUST_PROXY === 0)
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'forwarded',
    ])
      Reflect.deleteProperty(request.headers, name)
  request.headers['x-client-address'] = address
  const id = request.headers['x-request-id']
  if (typeof id !== 'string' || !requestIdPattern.test(id)) request.headers['x-request-id'] = randomUUID()
}

function refuse(response: ServerResponse, status: number, error: string, headers = {}) {
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ error }))
}

async function main() {
  const development = env.NODE_ENV === 'development'
  tellNextAuth(env.SITE_URL, siteSecret())

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 30_000, headersTimeout: 10_000 })
  const app = Promise.withResolvers<RequestHandler>()
  server.on('request', async (request, response) => {
    markAnswer(response)
    const refused = refusalOf(request)
    if (refused) return refuse(response, refused.status, refused.error, refused.headers)
    takeOver(request)
    request.url = withoutStrayQuery(request.url ?? '/')
    mendMoved(response)
    if (lifecycle.draining) response.setHeader('connection', 'close')
    try {
      const handle = await app.promise
      await withErrorViews(handle, request, response)
    } catch (error) {
      log.error({ err: error, requestId: request.headers['x-request-id'] }, 'request failed')
      if (!response.headersSent) refuse(response, 500, 'Something went wrong on our side.')
      else response.destroy()
    }
  })

  // In this order, so that whatever is wrong is the one thing said; requests that come early wait for the last step.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, resolve)
  })
  const door = await openDoor()
  const nextApp = next({ dev: development, port: env.PORT, httpServer: server })
  await nextApp.prepare()
  app.resolve(nextApp.getRequestHandler())
  process.stdout.write(`\n  ${env.SITE_URL}\n\n`)
  if (door.firstAccount)
    process.stdout.write(
      `  First account, shown only this once:\n  e-mail    ${door.firstAccount.email}\n  password  ${door.firstAccount.password}\n\n`,
    )

  /** Readiness goes first, then requests under way end, then the database closes. */
  const stop = async (graceMs: number) => {
    if (lifecycle.draining) return
    lifecycle.draining = true
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS).unref()
    await closed
    await door.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(DRAIN_GRACE_MS))
  process.on('SIGINT', () => void stop(0))
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFault(error)}\n`)
  process.exit(1)
})
