import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request, type Dispatcher } from 'undici'
import { errorCodeOf } from '../db/errors.ts'

const MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 16 * 1024

export type AcceptsAddress = (address: string) => boolean

export class LinkProblem extends Error {}

const notPublic = () => new LinkProblem('This address is not public, so it was not requested.')

/** Connects to the checked addresses, so that DNS cannot return another address afterwards. */
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

/** Ports below 1024 are used by other protocols. */
const isWebPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) >= 1024

function requireAccepted(url: URL, accepts: AcceptsAddress) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!/^https?:$/.test(url.protocol)) throw new LinkProblem('It leads to an address that is not http(s).')
  if (url.username !== '' || url.password !== '')
    throw new LinkProblem('Addresses with a password are not requested.')
  if (!isWebPort(url.port)) throw new LinkProblem('Its port is not one of the web, so it was not requested.')
  // Host names are checked when they are resolved.
  if (isIP(host) !== 0 && !accepts(host)) throw notPublic()
}

interface AgentOptions {
  accepts: AcceptsAddress
  timeoutMs: number
  maxBytes: number
}

export const createAgent = ({ accepts, timeoutMs, maxBytes }: AgentOptions) =>
  new Agent({
    connect: { lookup: lookupAccepted(accepts), timeout: timeoutMs },
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: maxBytes,
    pipelining: 0,
  })

export interface Sent {
  dispatcher: Agent
  accepts: AcceptsAddress
  /** Throws for an address that may not be requested, including after a redirect. */
  requireUrl?: (url: URL) => void
  headers: Record<string, string>
  signal: AbortSignal
}

function discard({ body }: Dispatcher.ResponseData) {
  body.on('error', () => {})
  body.destroy()
}

async function send(method: 'HEAD' | 'GET', start: URL, sent: Sent) {
  const { dispatcher, accepts, requireUrl, headers, signal } = sent
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAccepted(url, accepts)
    requireUrl?.(url)
    const response = await request(url, { method, dispatcher, headers, signal })
    const { location } = response.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode)
    if (!isRedirect || typeof location !== 'string') return { response, url }
    discard(response)
    if (!URL.canParse(location, url)) throw new LinkProblem('It redirects to an invalid address.')
    url = new URL(location, url)
  }
  throw new LinkProblem(`It redirects more than ${MAX_REDIRECTS} times.`)
}

export async function readStatus(method: 'HEAD' | 'GET', start: URL, sent: Sent) {
  const { response, url } = await send(method, start, sent)
  discard(response)
  return { status: response.statusCode, url }
}

export async function readBody(start: URL, sent: Sent): Promise<Buffer> {
  const { response } = await send('GET', start, sent)
  if (response.statusCode === 200) return Buffer.from(await response.body.arrayBuffer())
  discard(response)
  throw new LinkProblem(`The server responded with status ${response.statusCode}.`)
}

const problems: Record<string, string> = {
  ENOTFOUND: 'There is no server of this name.',
  ECONNREFUSED: 'The server does not accept connections.',
  UND_ERR_HEADERS_OVERFLOW: 'The response is not valid.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The response is too large.',
}

export function problemOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (error instanceof LinkProblem) return error.message
  if (signal.aborted) return `No response within ${timeoutMs / 1000} seconds.`
  const code = errorCodeOf(error) ?? ''
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return 'The certificate of the server is not valid.'
  return problems[code] ?? 'The server could not be reached.'
}
