import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import next from 'next'
import packageJson from '#package.json' with { type: 'json' }
import { env, configureNextAuth } from '#lib/env.ts'
import { log, logConsole } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { lifecycle } from '#lib/process-context.ts'
import { flushRedirectHits } from '#lib/redirects/hits.ts'
import { openRedirectMap } from '#lib/redirects/redirect-map.ts'
import { siteSecret } from '#lib/secret.ts'
import { watchSettings } from '#lib/settings/settings.ts'
import { openTransport } from '#lib/upstream/transport.ts'
import { createRequestHandler } from './handler.ts'
import { allocateRequestsYoung, listen, retainTickLayout } from './listen.ts'
import { openPageCache, warmUp } from './page-cache/open.ts'
import { printBanner, printFirstAccount, startErrorMessage } from './startup-messages.ts'
import { rejectUpgrades, serverTimeouts, SOCKET_TIMEOUT_MS } from './connections.ts'
import { exitOnSignal, shutDownOnSignal } from './shutdown.ts'
import { startTracing } from './tracing.ts'

const development = env.NODE_ENV === 'development'

async function startApp(server: ReturnType<typeof createServer>) {
  const transport = await openTransport()
  // At once, because a start that is interrupted later would lose the password.
  printFirstAccount(transport.firstAccount)
  watchSettings(transport.changes)
  const app = next({ dev: development, port: env.PORT, ...(development && { httpServer: server }) })
  await app.prepare()
  const handler = app.getRequestHandler()
  const pages = development ? null : openPageCache(handler, transport.changes)
  return { transport, next: handler, pages, redirects: openRedirectMap(transport.changes) }
}

async function main() {
  exitOnSignal()
  retainTickLayout()
  configureNextAuth(env.SITE_URL, siteSecret())
  if (!development) logConsole()
  if (!development) lifecycle.build = readFileSync('.next/BUILD_ID', 'utf8')
  metrics().buildInfo.set({ version: packageJson.version, build: lifecycle.build, node: process.version }, 1)
  const stopTracing = await startTracing('site')
  const server = createServer({ maxHeaderSize: 32 * 1024, ...serverTimeouts })
  // A first compilation in development takes longer than any timeout.
  server.timeout = development ? 0 : SOCKET_TIMEOUT_MS
  if (!development) rejectUpgrades(server)
  const starting = Promise.withResolvers<Awaited<ReturnType<typeof startApp>>>()
  server.on('request', createRequestHandler(starting.promise))
  // Listens first, so that a port in use is the only error reported.
  await listen(server, env.PORT)
  const app = await startApp(server)
  if (!development) allocateRequestsYoung()
  starting.resolve(app)
  let warming: Promise<void> | undefined
  shutDownOnSignal(server, app.transport.stopBackups, async () => {
    await warming
    await flushRedirectHits()
    await app.transport.close()
    await stopTracing()
  })
  printBanner(env.SITE_URL)
  // When the upstream does not report changes, pages rendered in advance would be stale before they are visited.
  if (env.WARM_UP && app.pages && app.transport.changes.supported)
    warming = warmUp(app.pages.pageCache, server).catch((error: unknown) =>
      log.error({ err: error }, 'warm-up failed'),
    )
}

main().catch((error: unknown) => {
  process.stderr.write(`${startErrorMessage(error, 'PORT')}\n`)
  process.exit(1)
})
