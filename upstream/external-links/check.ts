import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { ExternalLink } from '#contract/external-links.ts'
import { errorCodeOf } from '../db/errors.ts'

const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 16 * 1024
const MAX_BODY_BYTES = 64 * 1024

export type AcceptsAddress = (address: string) => boolean

class LinkProblem extends Error {}

const notPublic = () => new LinkProblem('This address is not public, so it was not requested.')

/** Connects to the addresses that were checked, so that a name cannot change its address in between. */
const lookupAccepted =
  (accepts: AcceptsAddress): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => accepts(address))) callback(notPublic(), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Ports below 1024 belong to other protocols. */
const isWebPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) >= 1024

function requireAccepted(url: URL, accepts: AcceptsAddress) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!/^https?:$/.test(url.protocol)) throw new LinkProblem('It leads to an address that is not http(s).')
  if (url.username !== '' || url.password !== '')
    throw new LinkProblem('Addresses with a password are not requested.')
  if (!isWebPort(url.port)) throw new LinkProblem('Its port is not one of the web, so it was not requested.')
  // A name is checked when it is looked up.
  if (isIP(host) !== 0 && !accepts(host)) throw notPublic()
}

interface Sent {
  dispatcher: Agent
  accepts: AcceptsAddress
  headers: Record<string, string>
  signal: AbortSignal
}

async function send(method: 'HEAD' | 'GET', start: URL, { dispatcher, accepts, headers, signal }: Sent) {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAccepted(url, accepts)
    const response = await request(url, { method, dispatcher, headers, signal })
    response.body.on('error', () => {})
    response.body.destroy()
    const { location } = response.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode)
    if (!isRedirect || typeof location !== 'string') return { status: response.statusCode, url }
    if (!URL.canParse(location, url)) throw new LinkProblem('It redirects to an invalid address.')
    url = new URL(location, url)
  }
  throw new LinkProblem(`It redirects more than ${MAX_REDIRECTS} times.`)
}

const problems: Record<string, string> = {
  ENOTFOUND: 'There is no server of this name.',
  ECONNREFUSED: 'The server does not accept connections.',
  UND_ERR_HEADERS_OVERFLOW: 'The response is not valid.',
}

function problemOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof LinkProblem) return error.message
  if (signal.aborted) return `No response within ${TIMEOUT_MS / 1000} seconds.`
  const code = errorCodeOf(error) ?? ''
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return 'The certificate of the server is not valid.'
  return problems[code] ?? 'The server could not be reached.'
}

async function checkLink(link: string, options: Omit<Sent, 'signal'>): Promise<ExternalLink> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = { ...options, signal }
  try {
    const start = new URL(link)
    start.hash = ''
    const head = await send('HEAD', start, sent)
    // Servers that do not know HEAD respond to it with any error.
    const { status, url } = head.status < 400 ? head : await send('GET', start, sent)
    return { url: link, status, finalUrl: url.href === start.href ? null : url.href, problem: '' }
  } catch (error) {
    return { url: link, status: null, finalUrl: null, problem: problemOf(error, signal) }
  }
}

export async function checkExternalLinks(
  urls: string[],
  { siteUrl, accepts }: { siteUrl: string; accepts: AcceptsAddress },
): Promise<ExternalLink[]> {
  const dispatcher = new Agent({
    connect: { lookup: lookupAccepted(accepts), timeout: TIMEOUT_MS },
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_BODY_BYTES,
    pipelining: 0,
  })
  const headers = { accept: '*/*', 'user-agent': `HalyardLinkCheck/1.0 (+${siteUrl})` }
  try {
    return await Promise.all(urls.map((url) => checkLink(url, { dispatcher, accepts, headers })))
  } finally {
    await dispatcher.destroy()
  }
}
