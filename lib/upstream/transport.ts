import { env, mail } from '../env.ts'
import { log } from '../log.ts'
import { watchOutbox } from '../metrics.ts'

interface Door {
  /** `visitor` is the address of whoever asks us; the upstream limits some calls by it. */
  fetch(request: Request, visitor?: string): Promise<Response>
  /** Only from the call that made it. */
  firstAccount: { email: string; password: string } | null
  close(): Promise<void>
}

declare global {
  var halyardDoor: Promise<Door> | undefined
}

const remote = (host: string): Door => ({
  fetch: (request, visitor) => {
    const { pathname, search } = new URL(request.url)
    const outgoing = new Request(`${host}${pathname}${search}`, request)
    if (visitor) outgoing.headers.set('x-forwarded-for', visitor)
    // A kept connection may be closed by the other side at the moment it is used again; a write is not tried twice.
    outgoing.headers.set('connection', 'close')
    return fetch(outgoing)
  },
  firstAccount: null,
  close: async () => {},
})

async function builtIn(): Promise<Door> {
  const { openUpstream } = await import('#upstream/app.ts')
  const upstream = await openUpstream({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demoContent: env.DEMO_CONTENT,
    mail,
    logger: log,
  })
  watchOutbox(upstream.outboxCounts)
  return {
    ...upstream,
    fetch: (request, visitor) => {
      if (visitor) request.headers.set('x-client-address', visitor)
      return upstream.fetch(request)
    },
  }
}

/**
 * The one place that knows which upstream is behind the door. It lies on `globalThis`, because pages and handlers are
 * bundled apart and must share one open database; a failed opening is tried again by the next caller.
 */
export function openDoor(): Promise<Door> {
  globalThis.halyardDoor ??= (env.UPSTREAM_URL ? Promise.resolve(remote(env.UPSTREAM_URL)) : builtIn()).catch(
    (error: unknown) => {
      globalThis.halyardDoor = undefined
      throw error
    },
  )
  return globalThis.halyardDoor
}

/** `fetch` to the upstream; the host of the request's address means nothing. */
export async function send(request: Request, visitor?: string): Promise<Response> {
  const door = await openDoor()
  return door.fetch(request, visitor)
}
