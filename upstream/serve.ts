import { createServer } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { env } from '#lib/env.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { endOnSignal, endSilence, patience } from '#lib/http/drain.ts'
import { log } from '#lib/log.ts'
import { openUpstream } from './app.ts'

let draining = false

function startFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reason = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE') return `Port ${env.UPSTREAM_PORT} is in use: set UPSTREAM_PORT to a free one.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `The database at DATABASE_URL cannot be used: ${reason || code}`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EEXIST') {
    return `DATA_DIR (${env.DATA_DIR}) cannot be written: ${reason}`
  }
  if (code?.toString().startsWith('SQLITE_'))
    return `The database in DATA_DIR (${env.DATA_DIR}) cannot be used: ${reason}`
  return `The upstream could not start: ${reason}`
}

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
    if (draining && new URL(request.url).pathname === '/api/ready') {
      return Response.json({ status: 'draining', error: 'The upstream is stopping.' }, { status: 503 })
    }
    const address = clientAddress(
      incoming.socket.remoteAddress,
      incoming.headers['x-forwarded-for'],
      env.TRUST_PROXY,
    )
    request.headers.set('x-client-address', address)
    return upstream.fetch(request)
  }

  const server = createServer({ maxHeaderSize: 32 * 1024, ...patience }, getRequestListener(answer))
  endSilence(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.UPSTREAM_PORT, resolve)
  })
  endOnSignal(server, () => (draining = true), upstream.close)
  process.stdout.write(`\n  http://localhost:${env.UPSTREAM_PORT}/api\n\n`)
  if (upstream.firstAccount) {
    const { email, password } = upstream.firstAccount
    process.stdout.write(
      `  First account, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n\n`,
    )
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFault(error)}\n`)
  process.exit(1)
})
