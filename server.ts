import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import next from 'next'
import { clientAddress } from './lib/http/client-address.ts'
import { openDoor } from './lib/upstream/transport.ts'
import { env, tellNextAuth } from './lib/env.ts'
import { log } from './lib/log.ts'
import { markAnswer, refusalOf } from './lib/http/every-answer.ts'
import { VIEW_HEADER, withErrorViews } from './lib/http/error-views.ts'
import { endOnSignal, endSilence, patience } from './lib/http/drain.ts'
import { measure } from './lib/http/measure.ts'
import { mendMoved } from './lib/http/moved.ts'
import { receive } from './lib/http/receive.ts'
import { withoutStrayQuery } from './lib/http/stray-query.ts'
import { siteSecret } from './lib/secret.ts'
import { startFault } from './lib/start-fault.ts'

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

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
}

function refuse(response: ServerResponse, status: number, error: string, headers = {}) {
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ error }))
}

async function main() {
  const development = env.NODE_ENV === 'development'
  tellNextAuth(env.SITE_URL, siteSecret())

  const server = createServer({ maxHeaderSize: 32 * 1024, ...patience })
  endSilence(server)
  const app = Promise.withResolvers<RequestHandler>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    markAnswer(response)
    const refused = refusalOf(request)
    if (refused) return refuse(response, refused.status, refused.error, refused.headers)
    takeOver(request)
    measure(request, response)
    request.url = withoutStrayQuery(request.url ?? '/')
    mendMoved(response)
    try {
      const handle = await app.promise
      await withErrorViews(handle, request, response)
    } catch (error) {
      log.error({ err: error }, 'request failed')
      if (!response.headersSent) refuse(response, 500, 'Something went wrong on our side.')
      else response.destroy()
    }
  }
  server.on('request', (request, response) =>
    receive(request, response, () => void answer(request, response)),
  )

  // In this order, so that whatever is wrong is the one thing said; requests that come early wait for the last step.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, resolve)
  })
  const door = await openDoor()
  const nextApp = next({ dev: development, port: env.PORT, httpServer: server })
  await nextApp.prepare()
  app.resolve(nextApp.getRequestHandler())
  endOnSignal(server, door.close)
  process.stdout.write(`\n  ${env.SITE_URL}\n\n`)
  if (door.firstAccount)
    process.stdout.write(
      `  First account, shown only this once:\n  e-mail    ${door.firstAccount.email}\n  password  ${door.firstAccount.password}\n\n`,
    )
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFault(error, 'PORT')}\n`)
  process.exit(1)
})
