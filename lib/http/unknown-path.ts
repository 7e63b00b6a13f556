import { after } from 'next/server'
import { recordMissingPage } from '../analytics/events.ts'
import { countMissingAddress } from '../redirects/hits.ts'
import { isFilePath } from '../routes.ts'

export function unknownPath(request: Request) {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET') countMissingAddress(pathname, (name) => request.headers.get(name))
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  if (isFilePath(pathname)) return new Response('Not found', { status: 404, headers })
  if (request.method === 'GET') after(() => recordMissingPage(request, pathname))
  return new Response(null, { status: 307, headers: { ...headers, location: '/' } })
}
