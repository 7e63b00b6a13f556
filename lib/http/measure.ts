import type { IncomingMessage, ServerResponse } from 'node:http'
import { metrics } from '../metrics.ts'
import { sentStatus } from './sent-status.ts'

/** Addresses that exist as they are; a value of a label must not be something that a visitor can make up. */
const plain = new Set([
  '/',
  '/about',
  '/services',
  '/blog',
  '/contact',
  '/newsletter',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/api/blogs',
  '/api/contact',
  '/api/newsletter',
  '/api/tags',
  '/api/authors',
  '/api/stats',
  '/api/preview',
  '/api/media',
  '/api/health',
  '/api/ready',
  '/api/metrics',
])

const patterns: [RegExp, string][] = [
  [/^\/blog\/[^/]+$/, '/blog/{slug}'],
  [/^\/api\/blogs\/[^/]+\/views$/, '/api/blogs/{ref}/views'],
  [/^\/api\/blogs\/[^/]+$/, '/api/blogs/{ref}'],
  [/^\/api\/media\/[^/]+$/, '/api/media/{name}'],
  [/^\/api\/auth\//, '/api/auth/*'],
  [/^\/admin(\/|$)/, '/admin/*'],
  [/^\/_next\//, '/_next/*'],
  [/^\/og\//, '/og/*'],
]

function routeOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  if (plain.has(path)) return path
  return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** Counts the request when its answer has ended, or when nobody waits for it any more. */
export function measure({ method = '', url = '/' }: IncomingMessage, response: ServerResponse) {
  const stop = metrics().requests.startTimer({
    method: methods.has(method) ? method : 'other',
    route: routeOf(url),
  })
  response.once('close', () =>
    stop({ status: response.writableFinished ? String(sentStatus(response)) : 'aborted' }),
  )
}
