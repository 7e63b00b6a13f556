import type { IncomingMessage } from 'node:http'
import { isRead, withoutQuery } from '#contract/http.ts'
import { isShortAddress, type RedirectMapEntry } from '#contract/redirects.ts'
import { countAutomaticRedirect, countMissingAddress, countRedirectHit } from '#lib/redirects/hits.ts'
import type { RedirectMap } from '#lib/redirects/redirect-map.ts'
import { findRoute, isFile } from '#lib/routes.ts'
import { sendEntry, type Entry } from './page-cache/entry.ts'
import { REPLACES_PAGE, send, type Exchange } from './send.ts'

type SendGone = () => Promise<unknown> | unknown

/** The map finds short addresses by their query, too. */
const redirectKey = ({ url = '/' }: IncomingMessage) => (isShortAddress(url) ? url : withoutQuery(url))

/** The query of the request is kept, unless the target has one. */
function locationOf(target: string, { url = '/' }: IncomingMessage): string {
  const start = url.indexOf('?')
  const query = start === -1 ? '' : new URLSearchParams(url.slice(start + 1)).toString()
  const [address = '', fragment] = target.split('#', 2)
  if (query === '' || isShortAddress(url) || address.includes('?')) return target
  return `${address}?${query}${fragment === undefined ? '' : `#${fragment}`}`
}

/** Browsers must revalidate, so that a changed redirect applies at once. */
const REDIRECT_HEADERS = { ...REPLACES_PAGE, 'cache-control': 'public, max-age=0, must-revalidate' }

async function apply(redirect: RedirectMapEntry, exchange: Exchange, sendGone: SendGone) {
  countRedirectHit(redirect.id)
  if (redirect.status === 410) return sendGone()
  send(exchange, redirect.status, {
    location: locationOf(redirect.to, exchange.request),
    ...REDIRECT_HEADERS,
  })
}

/** For a path that is not a page. Returns false when there is no redirect. */
export async function redirectUnknownPath(
  redirects: RedirectMap,
  exchange: Exchange,
  sendGone: SendGone,
): Promise<boolean> {
  const { request } = exchange
  if (!isRead(request.method)) return false
  const path = redirectKey(request)
  const redirect = await redirects.find(path)
  if (!redirect) return false
  if (request.headers['rsc'] !== undefined) {
    // The router loads a document when the response is not its own, and the document redirects.
    send(exchange, 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'Load the document.')
    return true
  }
  // Next removes the trailing slash of a page's path, and the page decides.
  if (findRoute(redirect.from)) return false
  await apply(redirect, exchange, sendGone)
  return true
}

/** A page keeps the query, which may name a campaign; a file such as a share card has one URL. */
function keepQuery(entry: Entry, request: IncomingMessage): Entry {
  const route = findRoute(redirectKey(request))
  if (route && isFile(route)) return entry
  const { identity } = entry.variants
  const headers = identity.headers.map((value, at) =>
    identity.headers[at - 1] === 'location' && at % 2 === 1 ? locationOf(value, request) : value,
  )
  return { ...entry, variants: { identity: { ...identity, headers } } }
}

/** Sends the page, or the redirect that applies when there is no such post, case study or author. */
export async function sendPage(redirects: RedirectMap, entry: Entry, exchange: Exchange): Promise<unknown> {
  const { request, response, headers } = exchange
  const sendAs = (status: number) => sendEntry({ ...entry, status }, request, response, headers)
  if (entry.status === 308) {
    countAutomaticRedirect(request.url ?? '/')
    return sendEntry(keepQuery(entry, request), request, response, headers)
  }
  if (entry.status !== 404 && entry.status !== 410) return sendAs(entry.status)
  const path = redirectKey(request)
  const redirect = await redirects.find(path)
  if (redirect) return apply(redirect, exchange, () => sendAs(410))
  if (entry.status === 404 && request.method === 'GET')
    countMissingAddress(path, (name) => request.headersDistinct[name]?.[0] ?? null)
  return sendAs(entry.status)
}
