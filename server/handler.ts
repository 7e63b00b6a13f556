import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isRead, withoutQuery } from '#contract/http.ts'
import { isShortAddress } from '#contract/redirects.ts'
import { env } from '#lib/env.ts'
import { lifecycle, requestIdStorage, staffResponse } from '#lib/process-context.ts'
import { log } from '#lib/log.ts'
import { imagePolicy } from '#lib/security-headers.ts'
import { countAutomaticRedirect } from '#lib/redirects/hits.ts'
import { findRoute, isFile, isFilePath } from '#lib/routes.ts'
import { runInSpan, startRequestSpan } from '#lib/tracing.ts'
import { clientAddress } from './client-address.ts'
import { preferCompressedAsset } from './compressed-assets.ts'
import { allowSlowResponse } from './connections.ts'
import { pageMethods, rejectionOf, sanitizeHeaders } from './guard.ts'
import type { RedirectMap } from '#lib/redirects/redirect-map.ts'
import { sendEntry, type Entry } from './page-cache/entry.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import { toPageRequest, type PageRequest } from './page-cache/page-request.ts'
import { redirectUnknownPath, sendPage } from './redirects.ts'
import { recordOnClose, recordRequest, requestIdOf } from './request-log.ts'
import { safeHeaders, send, sendError, sendJson, type Exchange } from './send.ts'
import { startingStatus } from './startup-messages.ts'

export type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface Pages {
  pageCache: PageCache
  isMissing: (url: string) => Promise<boolean>
  readMissingPage: () => Promise<Entry>
  readGonePage: () => Promise<Entry>
  readMalformedPage: () => Promise<Entry>
}

interface App {
  next: NextHandler
  redirects: RedirectMap
  /** Null in development, where Next's own server renders every page. */
  pages: Pages | null
}

/** Longer than a start without a migration usually takes. */
const STARTING_WAIT_MS = 3_000

/** What nginx sends to another node when its connection ends without a response. */
const isRepeatable = ({ method, headers }: IncomingMessage) =>
  method !== 'POST' || headers['idempotency-key'] !== undefined

/** Reports a node that migrates its database as alive but not ready. */
function respondWhileStarting(url: string, exchange: Exchange): boolean {
  const path = withoutQuery(url)
  if (path === '/api/health') sendJson(exchange, 200, { status: 'ok' })
  else if (path === '/api/ready') sendJson(exchange, 503, startingStatus)
  else return false
  return true
}

function isFlightRead({ headers, url = '/' }: IncomingMessage): boolean {
  if (headers['rsc'] === undefined) return false
  const route = findRoute(withoutQuery(url))
  return !route || !isFile(route)
}

const isPageRead = (request: IncomingMessage) =>
  isRead(request.method) && request.headers['next-action'] === undefined && !isFlightRead(request)

/** Browsers name HTML when they open an address; programs get errors as JSON. */
const isDocumentRead = (request: IncomingMessage) =>
  isPageRead(request) &&
  !request.url?.startsWith('/api/') &&
  Boolean(request.headers.accept?.includes('text/html'))

/** Browsers show the errors of files as pages. */
async function toDocument(entry: Entry, { route }: PageRequest, pages: Pages, request: IncomingMessage) {
  if (!isFile(route) || !isDocumentRead(request)) return entry
  if (entry.status === 404) return pages.readMissingPage()
  return entry.status === 410 ? pages.readGonePage() : entry
}

async function isMissingDocument(pages: Pages, request: IncomingMessage) {
  const { url = '/' } = request
  return isDocumentRead(request) && isFilePath(withoutQuery(url)) && (await pages.isMissing(url))
}

async function handle({ next, redirects, pages }: App, exchange: Exchange) {
  const { request, response, headers } = exchange
  const rejection = rejectionOf(request)
  if (rejection && pages && rejection.status === 400 && isDocumentRead(request))
    return sendEntry(await pages.readMalformedPage(), request, response, headers)
  if (rejection) return sendError(exchange, rejection.status, rejection.error, rejection.headers)
  if (request.method === 'OPTIONS' && !request.url?.startsWith('/api/'))
    return send(exchange, 204, pageMethods)
  sanitizeHeaders(request, clientAddress(request, env.TRUST_PROXY))
  const page = pages && isPageRead(request) ? toPageRequest(request.url ?? '/') : null
  const sendGone = async () =>
    pages
      ? sendEntry(await pages.readGonePage(), request, response, headers)
      : sendError(exchange, 410, 'This page no longer exists.')
  const isShort = isShortAddress(request.url ?? '/')
  if (isShort && (await redirectUnknownPath(redirects, exchange, sendGone))) return
  if (page && pages) {
    const entry = await pages.pageCache.read(page, request)
    return sendPage(redirects, await toDocument(entry, page, pages, request), exchange)
  }
  if (!isShort && (await redirectUnknownPath(redirects, exchange, sendGone))) return
  if (pages && (await isMissingDocument(pages, request)))
    return sendPage(redirects, await pages.readMissingPage(), exchange)
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value)
  // Next keeps headers that are already set, so the route of images cannot set its own policy.
  if (request.url?.startsWith('/api/media/')) response.setHeader('content-security-policy', imagePolicy)
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
  preferCompressedAsset(request, response)
  if (!isPageRead(request)) return next(request, response)
  return staffResponse.run(response, () => next(request, response))
}

export function createRequestHandler(starting: Promise<App>) {
  let app: App | undefined
  void starting.then((started) => (app = started))
  const waited = wait(STARTING_WAIT_MS, undefined, { ref: false })
  // The first compilation in development takes longer.
  const isLimited = env.TRUST_PROXY > 0 && env.NODE_ENV !== 'development'
  const untilStarted = (request: IncomingMessage) =>
    isLimited && isRepeatable(request) ? Promise.race([starting, waited]) : starting

  return (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const id = requestIdOf(request)
    const headers = ['x-request-id', id]
    // Makes keep-alive clients open their next connection to another node.
    if (lifecycle.closing) headers.push('connection', 'close')
    const { method = '', url = '/' } = request
    const span = startRequestSpan(request.headers, id)
    if (app?.pages && isPageRead(request)) {
      const status = app.pages.pageCache.serveHit(request, response, headers)
      if (status !== undefined) {
        if (status === 308) countAutomaticRedirect(url)
        span?.setAttribute('page_cache.result', 'hit')
        return recordRequest({ requestId: id, method, url, status, startedAt, span })
      }
    }
    allowSlowResponse(request)
    recordOnClose(request, response, { requestId: id, startedAt, span })
    const exchange = { request, response, headers }
    if (!app && respondWhileStarting(url, exchange)) return
    const respond = () =>
      untilStarted(request)
        .then((started) => (started ? handle(started, exchange) : void response.destroy()))
        .catch((error: unknown) => {
          log.error({ err: error }, 'request failed')
          if (response.headersSent) response.destroy()
          else sendError(exchange, 500, 'Something went wrong. Please try again.')
        })
    requestIdStorage.run(id, () => void runInSpan(span, respond))
  }
}
