import { IncomingMessage, type ServerResponse } from 'node:http'
import { everyAnswer } from './every-answer.ts'
import { tellStatus } from './sent-status.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Names the view that a rewrite in next.config.mjs leads to; a visitor's own header of this name is dropped. */
export const VIEW_HEADER = 'x-error-view'

const dropped = new Set([
  'if-none-match',
  'if-modified-since',
  'range',
  'content-length',
  'transfer-encoding',
])

/** The view for a page of the blog that is missing (404) or failed (500), or for a link that leads nowhere. */
function viewOf({ method, url = '/', headers }: IncomingMessage, status: number): string | undefined {
  const isDocument = method === 'GET' && headers['rsc'] === undefined
  if (!isDocument || (status !== 404 && status !== 500)) return undefined
  const { pathname } = new URL(url, 'http://site')
  if (/^\/newsletter\/(confirm|unsubscribe)\/?$/.test(pathname)) return status === 404 ? 'no-link' : undefined
  const list = pathname === '/blog'
  if (!list && !/^\/blog\/[^/]+\/?$/.test(pathname)) return undefined
  if (status === 404) return list ? 'no-list' : 'no-post'
  return list ? 'failed-list' : 'failed-post'
}

/** The view is kept for everybody, and Next writes the address it was rendered for into it: never a visitor's own. */
function addressOf(view: string): string {
  if (view === 'no-link') return '/newsletter/confirm'
  return view.endsWith('-list') ? '/blog' : '/blog/missing'
}

function requestFor(view: string, request: IncomingMessage): IncomingMessage {
  const again = new IncomingMessage(request.socket)
  again.method = 'GET'
  again.url = addressOf(view)
  again.headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name)))
  again.headers[VIEW_HEADER] = view
  again.push(null)
  return again
}

/** What Next and its compression wrap for themselves; put back, the response is as new. */
const wrapped = ['writeHead', 'write', 'end', 'flushHeaders', 'on', 'setHeader', 'appendHeader'] as const

function remember(response: ServerResponse): () => void {
  const own = wrapped.map((name) => [name, Object.getOwnPropertyDescriptor(response, name)] as const)
  return () => {
    for (const [name, property] of own)
      if (property) Object.defineProperty(response, name, property)
      else Reflect.deleteProperty(response, name)
  }
}

/** Swallows the body of what a view is to replace; `view` tells which, once the response has ended. */
function interceptBody(request: IncomingMessage, response: ServerResponse) {
  const { writeHead, write, end, flushHeaders } = response
  const ended = Promise.withResolvers<void>()
  // Whoever has hung up gets no end.
  response.once('close', () => ended.resolve())
  let view: string | undefined
  const isReplaced = () => (view ??= response.headersSent ? undefined : viewOf(request, response.statusCode))
  Object.assign(response, {
    writeHead: (status: number, ...rest: unknown[]) => {
      response.statusCode = status
      return isReplaced() ? response : Reflect.apply(writeHead, response, [status, ...rest])
    },
    flushHeaders: () => void (isReplaced() ?? Reflect.apply(flushHeaders, response, [])),
    write: (...args: unknown[]) => (isReplaced() ? true : Reflect.apply(write, response, args)),
    end: (...args: unknown[]) => {
      if (!isReplaced()) return Reflect.apply(end, response, args)
      ended.resolve()
      return response
    },
  })
  return { ended: ended.promise, view: () => view }
}

const kept = new Set([...Object.keys(everyAnswer), 'connection', 'x-request-id'])

/** The view is sent with the status of what it replaces, and like that it is kept by nobody. */
function freeze(response: ServerResponse, status: number) {
  for (const name of response.getHeaderNames()) if (!kept.has(name)) response.removeHeader(name)
  response.setHeader('cache-control', 'private, no-cache, no-store, max-age=0, must-revalidate')
  const setHeader = response.setHeader.bind(response)
  // What Next says of its cache is true of the view, not of the address.
  response.setHeader = (name, value) =>
    /^(cache-control|x-nextjs-.*)$/i.test(name) ? response : setHeader(name, value)
  // Told of a 404, Next would render its own metadata for the view: by the end of the first pass, and when it renews the
  // view after the answer has gone.
  tellStatus(response, status)
  Object.defineProperty(response, 'statusCode', { get: () => 200, set: () => {} })
  const { writeHead } = response
  Object.assign(response, {
    writeHead: (_: number, ...rest: unknown[]) => Reflect.apply(writeHead, response, [status, ...rest]),
  })
}

/**
 * What `error_page` is to nginx. Next leaves the body of a document that is missing or failed to script; with this the
 * view is a page of its own, sent in place of that body and with its status, so that it reads without script.
 */
export async function withErrorViews(handle: Handle, request: IncomingMessage, response: ServerResponse) {
  const restore = remember(response)
  const first = interceptBody(request, response)
  let view: string | undefined
  try {
    // While it waits for its answer to be sent, `handle` does not return; a swallowed one never is.
    await Promise.race([handle(request, response), first.ended])
    view = first.view()
    if (view) await first.ended
  } finally {
    if (!response.headersSent) restore()
  }
  if (!view || response.destroyed) return
  freeze(response, response.statusCode)
  // Both passes listen for its end.
  response.setMaxListeners(2 * response.getMaxListeners())
  await handle(requestFor(view, request), response)
}
