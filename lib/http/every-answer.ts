import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '../env.ts'

const secure = env.SITE_URL.startsWith('https://')

/** Said with every answer, whoever makes it: a page, a handler, a redirect of Next, a refusal before either. */
export const everyAnswer: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
}

export function markAnswer(response: ServerResponse) {
  for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value)
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

interface Refusal {
  status: number
  error: string
  headers?: Record<string, string>
}

/** What never reaches the app: it would answer with a failure of its own, or name another host in a redirect. */
export function refusalOf({ url = '', method = '', headersDistinct }: IncomingMessage): Refusal | undefined {
  if (!methods.includes(method))
    return { status: 405, error: 'This method is not known here.', headers: { allow: methods.join(', ') } }
  // The whole address as a target (`GET http://host/`) is for proxies, and this is none.
  if (!url.startsWith('/') || !isDecodable(url)) return { status: 400, error: 'The address is malformed.' }
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return { status: 400, error: 'The request names two hosts.' }
  return undefined
}
