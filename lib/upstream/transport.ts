import { env, mail } from '../env.ts'
import { log } from '../log.ts'
import { watchUpstream } from '../metrics.ts'
import { recordQuery } from '../tracing.ts'
import { calls, type CallName } from './calls.ts'
import { remoteChangeFeed, type UpstreamChanges } from './change-feed.ts'

interface Transport {
  fetch(name: CallName, request: Request, clientAddress?: string): Promise<Response>
  changes: UpstreamChanges
  firstAccount: { email: string; password: string | null } | null
  stopBackups(): void
  close(): Promise<void>
}

declare global {
  var halyardTransport: Promise<Transport> | undefined
}

async function remote(host: string): Promise<Transport> {
  // The client of Node 24 crashes when a server closes the connection before the body is read (nodejs/undici#5360).
  const { Agent, setGlobalDispatcher } = await import('undici')
  // Each call has a timeout, and that of a backup is longer than the defaults.
  setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }))
  // The upstream may close a reused connection at the same moment, and writes are not retried.
  const call = (path: string, init?: RequestInit | Request) => {
    const request = new Request(`${host}${path}`, init)
    request.headers.set('connection', 'close')
    // An explicit signal opts out of Next's deduplication, whose copy of an aborted body ends in an unhandled rejection.
    return fetch(request, { signal: request.signal })
  }
  const { changes, afterWrite, close } = remoteChangeFeed((path) =>
    call(`/api${path}`, { signal: AbortSignal.timeout(2_000) }),
  )
  return {
    fetch: async (name, request, clientAddress) => {
      const { pathname, search } = new URL(request.url)
      if (clientAddress) request.headers.set('x-forwarded-for', clientAddress)
      const response = await call(`${pathname}${search}`, request)
      if (response.ok && changesPages(name)) await afterWrite()
      return response
    },
    changes,
    firstAccount: null,
    stopBackups: () => {},
    close: async () => close(),
  }
}

function changesPages(name: CallName): boolean {
  const call = calls[name]
  return call.method !== 'GET' && call.changesPages
}

export async function openBuiltIn() {
  const { openUpstream } = await import('#upstream/app.ts')
  const upstream = await openUpstream({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demoContent: env.DEMO_CONTENT,
    upgradeBackup: env.UPGRADE_BACKUP,
    siteUrl: env.SITE_URL,
    mail,
    onQuery: globalThis.halyardTracer && recordQuery,
    logger: log,
  })
  watchUpstream(upstream)
  return upstream
}

async function builtIn(): Promise<Transport> {
  const upstream = await openBuiltIn()
  const { subscribe } = upstream.changes
  return {
    ...upstream,
    changes: {
      supported: true,
      get readAt() {
        return upstream.changes.readAt
      },
      subscribe,
    },
    fetch: (_name, request, clientAddress) => {
      if (clientAddress) request.headers.set('x-client-address', clientAddress)
      return upstream.fetch(request)
    },
  }
}

/** On `globalThis`, because separately bundled pages and handlers share one database; a failed start is retried. */
export function openTransport(): Promise<Transport> {
  globalThis.halyardTransport ??= (env.UPSTREAM_URL ? remote(env.UPSTREAM_URL) : builtIn()).catch(
    (error: unknown) => {
      globalThis.halyardTransport = undefined
      throw error
    },
  )
  return globalThis.halyardTransport
}

export async function send(name: CallName, request: Request, clientAddress?: string): Promise<Response> {
  const transport = await openTransport()
  return transport.fetch(name, request, clientAddress)
}
