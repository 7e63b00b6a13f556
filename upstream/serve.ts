import { createServer } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { env } from '#lib/env.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { endOnSignal, endSilence, patience } from '#lib/http/drain.ts'
import { lifecycle } from '#lib/http/lifecycle.ts'
import { receive } from '#lib/http/receive.ts'
import { log } from '#lib/log.ts'
import { startFault } from '#lib/start-fault.ts'
import { openUpstream } from './app.ts'

async function main() {
  const upstream = await openUpstream({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demoContent: env.DEMO_CONTENT,
    logger: log,
  })

  /** Limits go by the socket's address, whatever the caller says of itself. */
  const answer = async (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
    if (lifecycle.draining && new URL(request.url).pathname === '/api/ready') {
      return Response.json({ status: 'draining', error: 'The upstream is stopping.' }, { status: 503 })
    }
    const address = clientAddress(
      incoming.socket.remoteAddress,
      incoming.headers['x-forwarded-for'],
      env.TRUST_PROXY,
    )
    request.headers.set('x-client-address', address)
    request.headers.set('x-request-id', String(incoming.headers['x-request-id']))
    return upstream.fetch(request)
  }

  const listener = getRequestListener(answer)
  const server = createServer({ maxHeaderSize: 32 * 1024, ...patience }, (request, response) =>
    receive(request, response, () => void listener(request, response)),
  )
  endSilence(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.UPSTREAM_PORT, resolve)
  })
  endOnSignal(server, () => (lifecycle.draining = true), upstream.close)
  process.stdout.write(`\n  http://localhost:${env.UPSTREAM_PORT}/api\n\n`)
  if (upstream.firstAccount) {
    const { email, password } = upstream.firstAccount
    process.stdout.write(
      `  First account, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n\n`,
    )
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFault(error, 'UPSTREAM_PORT')}\n`)
  process.exit(1)
})
