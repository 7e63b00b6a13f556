import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { login, logout, profile } from './accounts/login.ts'
import type { Call, Endpoint } from './call.ts'
import type { OpenDatabase } from './db/open.ts'
import { outageFault } from './db/outage.ts'
import { isLostConnection } from './db/postgres.ts'
import { Fault } from './faults.ts'
import { receiveMessage } from './inbox.ts'
import type { Delivery } from './mail/delivery.ts'
import { readMedia, uploadMedia } from './media/endpoints.ts'
import { changeMessage, deleteMessage, listMessages } from './messages.ts'
import { confirmSubscription, readLink, unsubscribe } from './newsletter/follow.ts'
import { subscribe } from './newsletter/subscribe.ts'
import { listPosts } from './posts/list.ts'
import { readPost } from './posts/read.ts'
import { relatedPosts } from './posts/related.ts'
import { listAuthors, listTags } from './posts/tags.ts'
import { countView } from './posts/views.ts'
import { createPost, deletePost, updatePost } from './posts/write.ts'
import { health, ready } from './ready.ts'
import { readStats } from './stats/stats.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const endpoints: Record<string, Partial<Record<Method, Endpoint>>> = {
  '/api/auth/login': { POST: login },
  '/api/auth/logout': { POST: logout },
  '/api/auth/profile': { GET: profile },
  '/api/blogs': { GET: listPosts, POST: createPost },
  '/api/blogs/:ref': { GET: readPost, PUT: updatePost, DELETE: deletePost },
  '/api/blogs/:ref/related': { GET: relatedPosts },
  '/api/blogs/:ref/views': { POST: countView },
  '/api/tags': { GET: listTags },
  '/api/authors': { GET: listAuthors },
  '/api/stats': { GET: readStats },
  '/api/media': { POST: uploadMedia },
  '/api/media/:name': { GET: readMedia },
  '/api/contact': { POST: receiveMessage },
  '/api/messages': { GET: listMessages },
  '/api/messages/:ref': { PUT: changeMessage, DELETE: deleteMessage },
  '/api/newsletter': { POST: subscribe },
  '/api/newsletter/confirm': { POST: confirmSubscription },
  '/api/newsletter/unsubscribe': { POST: unsubscribe },
  '/api/newsletter/links': { GET: readLink },
  '/api/health': { GET: health },
  '/api/ready': { GET: ready },
}

const READ_TRIES = 3
/** In which the pool hears of the other connections that went away with this one. */
const RETRY_MS = 50

/** A read that loses its connection, to a database that restarts for instance, is tried again. */
async function run(endpoint: Endpoint, call: Call): Promise<Response> {
  const { method } = call.request
  const tries = method === 'GET' || method === 'HEAD' ? READ_TRIES : 1
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await endpoint(call)
    } catch (error) {
      if (attempt === tries || !isLostConnection(error)) throw error
      await wait(RETRY_MS)
    }
  }
}

const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path).isWellFormed()
  } catch {
    return false
  }
}

/** Runs one endpoint: whatever happens in it ends as a JSON answer, and what nobody foresaw is logged. */
async function answer(endpoint: Endpoint, call: Call, route: string): Promise<Response> {
  const started = performance.now()
  const response = await run(endpoint, call).catch((error: unknown) => {
    if (error instanceof Fault) return error.toResponse()
    const outage = call.outageOf(error)
    call.logger.error({ err: error, route, outage }, 'A call failed')
    if (outage) return outageFault(outage).toResponse()
    return new Fault('internal', 'Something went wrong on our side.').toResponse()
  })
  const ms = Math.round(performance.now() - started)
  call.logger.debug({ method: call.request.method, route, status: response.status, ms }, 'Answered')
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

export function createApi(
  database: OpenDatabase,
  logger: Logger,
  mail: Delivery | null,
): (request: Request) => Promise<Response> {
  const app = new Hono()
  app.use(async (c, next) => {
    if (isDecodable(new URL(c.req.url).pathname)) return next()
    return new Fault('malformed', 'The address is not valid.').toResponse()
  })
  for (const [path, byMethod] of Object.entries(endpoints)) {
    const allow = Object.keys(byMethod).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const [method, endpoint] of Object.entries(byMethod)) {
      app.on(method, path, (c) => {
        const request = c.req.raw
        const given = request.headers.get('x-request-id') ?? ''
        const requestId = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
        const call: Call = {
          ...database,
          mail,
          request,
          params: c.req.param(),
          query: new URL(request.url).searchParams,
          address: request.headers.get('x-client-address') ?? 'unknown',
          logger: logger.child({ requestId }),
        }
        return answer(endpoint, call, path)
      })
    }
    app.all(path, () => {
      const refusal = new Fault('method_not_allowed', 'This method is not allowed here.', {
        headers: { allow: allow.join(', ') },
      })
      return refusal.toResponse()
    })
  }
  app.notFound(() => new Fault('not_found', 'Not found').toResponse())
  app.onError((error) => {
    logger.error({ err: error }, 'A call failed')
    return new Fault('internal', 'Something went wrong on our side.').toResponse()
  })
  return async (request) => app.fetch(request)
}
