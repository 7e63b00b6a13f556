import type { IncomingMessage } from 'node:http'
import { isDecodable, methods, withoutQuery } from '#contract/http.ts'
import { env } from '#lib/env.ts'

const pageMethodNames = ['GET', 'HEAD', 'OPTIONS']
export const pageMethods = { allow: pageMethodNames.join(', ') }

interface Rejection {
  status: number
  error: string
  headers?: Record<string, string>
}

const isDotSegment = (segment: string) => /^\.\.?$/.test(decodeURIComponent(segment))

export function rejectionOf({
  url = '',
  method = '',
  headers,
  headersDistinct,
}: IncomingMessage): Rejection | undefined {
  if (!methods.includes(method))
    return { status: 405, error: 'Method not allowed', headers: { allow: methods.join(', ') } }
  const path = withoutQuery(url)
  if (!path.startsWith('/') || !isDecodable(path) || path.split('/').some(isDotSegment))
    return { status: 400, error: 'The URL is malformed.' }
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return { status: 400, error: 'The request has two Host headers.' }
  if (headers['next-action'] !== undefined) return { status: 400, error: 'Server actions are not supported.' }
  if (!pageMethodNames.includes(method) && !path.startsWith('/api/'))
    return { status: 405, error: 'Method not allowed', headers: pageMethods }
  return undefined
}

const internalHeaders = ['x-nonce', 'x-path', 'content-security-policy', 'x-middleware-subrequest']
const forwardedHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
]

/** Removes headers that the app trusts and a visitor could forge. */
export function sanitizeHeaders(request: IncomingMessage, address: string) {
  for (const name of internalHeaders) Reflect.deleteProperty(request.headers, name)
  if (env.TRUST_PROXY === 0)
    for (const name of forwardedHeaders) Reflect.deleteProperty(request.headers, name)
  request.headers['x-client-address'] = address
}
