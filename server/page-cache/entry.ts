import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { matchesEtag } from '#contract/http.ts'
import { securityHeaders } from '#lib/security-headers.ts'
import type { PublicRoute } from '#lib/routes.ts'
import { REPLACES_PAGE } from '../send.ts'
import type { RenderedPage } from './render.ts'

const encodings = ['identity', 'gzip', 'br'] as const
type Encoding = (typeof encodings)[number]

interface Variant {
  body: Buffer
  etag: string
  headers: string[]
}

export interface Entry {
  status: number
  tags: ReadonlySet<string>
  renderedAt: number
  expiresAt: number
  /** Invalidated by a change; served only when rendering fails. */
  invalid: boolean
  /** When the page last failed to render again; zero after a change. */
  failedAt: number
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
}

const compressible =
  /^(text\/|application\/(json|xml|feed\+json|rss\+xml|atom\+xml|manifest\+json)|image\/svg)/
const MIN_COMPRESSED_BYTES = 1024
/** An unpublished post must be gone from shared caches within seconds. */
const SHARED_CACHE = 'public, max-age=0, s-maxage=1, must-revalidate'
const PRIVATE = 'private, no-store'
const RETRY_AFTER_SECONDS = '30'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
/** Brotli needs over 30 MB at this quality for any page. */
const limitBrotli = pLimit(1)

function toVariant(page: RenderedPage, encoding: Encoding, body: Buffer, hash: string): Variant {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`
  const etag = `"${hash}${suffix}"`
  const vary = new Set(
    (page.headers['vary'] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  vary.add('Accept-Encoding')
  const headers: Record<string, string> = {
    ...((page.status === 404 || page.status === 410) && REPLACES_PAGE),
    ...(page.status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
    ...securityHeaders,
    ...page.headers,
    vary: [...vary].join(', '),
    'cache-control': page.cacheable ? SHARED_CACHE : PRIVATE,
    'content-length': String(body.length),
    ...(page.status === 200 && page.cacheable && { etag }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  return { body, etag, headers: Object.entries(headers).flat() }
}

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 27)

export function toEntry(page: RenderedPage, renderedAt: number): Entry {
  const identity = toVariant(page, 'identity', page.body, hashOf(page.body))
  const { status, tags, expiresAt } = page
  return { status, tags, renderedAt, expiresAt, invalid: false, failedAt: 0, variants: { identity } }
}

const isCompressible = ({ body, headers }: RenderedPage) =>
  body.length >= MIN_COMPRESSED_BYTES && compressible.test(headers['content-type'] ?? '')

/** Returns undefined when compression gains nothing. */
export async function compressEntry(entry: Entry, page: RenderedPage): Promise<Entry | undefined> {
  const { body } = page
  if (!isCompressible(page)) return undefined
  const hash = hashOf(body)
  const [gzipped, brotli] = await Promise.all([
    gzipAsync(body, { level: 9 }),
    limitBrotli(() => brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  ])
  const variants = {
    ...entry.variants,
    gzip: toVariant(page, 'gzip', gzipped, hash),
    br: toVariant(page, 'br', brotli, hash),
  }
  return { ...entry, variants }
}

/** Whether the next render has the same body, so that the compressed bodies can be reused. */
export const isCompressedAlike = ({ variants }: Entry, next: Entry) =>
  variants.br !== undefined && isDeepStrictEqual(variants.identity.headers, next.variants.identity.headers)

/** For a page that is rendered for one visitor. Pages with a secret URL are not compressed, so that their length leaks nothing. */
export async function gzipEntry(page: RenderedPage, { headers }: PublicRoute): Promise<Entry> {
  const entry = toEntry(page, Date.now())
  if (headers || !isCompressible(page)) return entry
  const gzipped = toVariant(page, 'gzip', await gzipAsync(page.body, { level: 6 }), hashOf(page.body))
  return { ...entry, variants: { ...entry.variants, gzip: gzipped } }
}

export const entrySize = ({ variants }: Entry) =>
  encodings.reduce((size, encoding) => size + (variants[encoding]?.body.length ?? 0), 2048)

const parsedEncodings = new Map<string, Encoding[]>()
const MAX_PARSED = 100

export function acceptedEncodings(header: string): Encoding[] {
  const known = parsedEncodings.get(header)
  if (known) return known
  const accepted = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = /q=([\d.]+)/.exec(parameters.join(';'))?.[1]
    return { name: name.trim(), quality: quality === undefined ? 1 : Number(quality) }
  })
  const accepts = (encoding: string) =>
    (accepted.find(({ name }) => name === encoding) ?? accepted.find(({ name }) => name === '*'))?.quality ??
    0
  const result = (['br', 'gzip'] as const).filter((encoding) => accepts(encoding) > 0)
  if (parsedEncodings.size >= MAX_PARSED) parsedEncodings.clear()
  parsedEncodings.set(header, result)
  return result
}

function variantFor(entry: Entry, acceptEncoding: string | undefined): Variant {
  if (acceptEncoding !== undefined)
    for (const encoding of acceptedEncodings(acceptEncoding)) {
      const variant = entry.variants[encoding]
      if (variant) return variant
    }
  return entry.variants.identity
}

function sendNotModified(variant: Variant, response: ServerResponse, extra: string[]): number {
  const headers = [...extra]
  for (let at = 0; at < variant.headers.length; at += 2) {
    const name = variant.headers[at] ?? ''
    if (!name.startsWith('content-') || name === 'content-security-policy')
      headers.push(name, variant.headers[at + 1] ?? '')
  }
  response.writeHead(304, headers).end()
  return 304
}

export function sendEntry(
  entry: Entry,
  request: IncomingMessage,
  response: ServerResponse,
  extra: string[],
): number {
  const variant = variantFor(entry, request.headers['accept-encoding'])
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && entry.status === 200) {
    // Until compression is done, all clients get the uncompressed body.
    const known = [variant, entry.variants.identity].find(({ etag }) => matchesEtag(ifNoneMatch, etag))
    if (known) return sendNotModified(known, response, extra)
  }
  response.writeHead(entry.status, [...extra, ...variant.headers])
  response.end(request.method === 'HEAD' ? undefined : variant.body)
  return entry.status
}
