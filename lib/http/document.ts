import { createHash } from 'node:crypto'

/** A document for machines with a validator: asked again with its ETag, it is a 304. */
export function document(
  request: Request,
  body: string,
  contentType: string,
  cacheControl: string,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': cacheControl, 'content-type': contentType }
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}
