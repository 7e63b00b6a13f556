import type { IncomingMessage, ServerResponse } from 'node:http'
import { defaultPolicy, securityHeaders } from '#lib/security-headers.ts'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Alternating names and values, for every response. */
  headers: string[]
}

/** The headers of responses that are not pages, whose scripts have their own policy. */
export const safeHeaders = { ...securityHeaders, 'content-security-policy': defaultPolicy }

/** Limits nginx's copy to a second, so that it replaces the page there. nginx honors it only before Cache-Control. */
export const REPLACES_PAGE = { 'x-accel-expires': '1' }

/** A 204 has no body, not even an empty one. */
export function send(
  { response, headers }: Exchange,
  status: number,
  own: Record<string, string>,
  body = '',
): void {
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const all = Object.entries({ ...safeHeaders, ...own, ...length }).flat()
  response.writeHead(status, [...headers, ...all])
  response.end(body)
}

export function sendJson(exchange: Exchange, status: number, content: object, more = {}): void {
  const own = { ...more, 'content-type': 'application/json', 'cache-control': 'no-store' }
  send(exchange, status, own, JSON.stringify(content))
}

export const sendError = (exchange: Exchange, status: number, error: string, more = {}) =>
  sendJson(exchange, status, { error }, more)
