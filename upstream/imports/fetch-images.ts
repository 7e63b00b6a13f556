import pLimit from 'p-limit'
import { WRONG_IMAGE_TYPE } from '#contract/images.ts'
import type { ImportOptions } from '#contract/imports.ts'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import type { Db } from '../db/open.ts'
import {
  createAgent,
  LinkProblem,
  problemOf,
  readBody,
  type AcceptsAddress,
  type Sent,
} from '../external-links/request.ts'
import { detectFormat } from '../media/prepare.ts'
import { listSourceImages, parseSourcePost, type SourcePost } from './source.ts'

const TIMEOUT_MS = 10_000
const AT_ONCE = 2
const MAX_CANDIDATES = 4

export interface Fetching {
  options: ImportOptions
  accepts: AcceptsAddress
  siteUrl: string
  until: number
}

const widthOf = (url: string) => Number(/-(\d+)x\d+\.\w+$/.exec(url)?.[1] ?? 0)

/** The original of an upload, its copy with 2560 pixels, and the smaller files that the post uses. */
function listAddresses(path: string, images: SourcePost['images'], site: string): URL[] {
  const original = path.startsWith('/') ? `${site}${path}` : path
  const shown = images
    .filter((image) => image.path === path)
    .map(({ url }) => url.replaceAll('&amp;', '&').replace(/#.*/s, ''))
    .map((url) => (path.startsWith('/') ? `${site}${url}` : new URL(url, original).href))
    .toSorted((a, b) => widthOf(b) - widthOf(a))
  const scaled = shown.some((url) => widthOf(url) > 0) ? [original.replace(/(\.\w+)$/, '-scaled$1')] : []
  return [...new Set([original, ...scaled, ...shown])].slice(0, MAX_CANDIDATES).map((url) => new URL(url))
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

function requireHost({ hosts, site }: ImportOptions) {
  const chosen = new Set([...hosts, ...(site === '' ? [] : [new URL(site).host])].map(withoutWww))
  return ({ host }: URL) => {
    if (!chosen.has(withoutWww(host))) throw new LinkProblem(`It is on ${host}, which was not chosen.`)
  }
}

async function fetchImage(addresses: URL[], options: Omit<Sent, 'signal'>) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let problem = ''
  for (const address of addresses) {
    try {
      const bytes = await readBody(address, { ...options, signal })
      if (detectFormat(bytes)) return { bytes, fetched: 1 }
      problem = WRONG_IMAGE_TYPE
    } catch (error) {
      problem = problemOf(error, signal, TIMEOUT_MS)
    }
  }
  return { problem }
}

export const isChosen = ({ host }: SourcePost['images'][number], { hosts, site }: ImportOptions) =>
  host !== undefined && (host === '' ? site !== '' : hosts.includes(host))

/** Downloads the images of the post from the chosen hosts. Returns false when some are left for the next call. */
export async function fetchImages(
  db: Db,
  { import_id, document }: { import_id: string; document: string },
  { options, accepts, siteUrl, until }: Fetching,
): Promise<boolean> {
  const images = listSourceImages(parseSourcePost(document))
  const chosen = images.filter((image) => isChosen(image, options)).map(({ path }) => path)
  if (chosen.length === 0) return true
  const rows = db.selectFrom('import_images').where('import_id', '=', import_id)
  const waiting = await rows
    .select('path')
    .where('path', 'in', chosen)
    .where('fetched', '=', 0)
    .where('problem', '=', '')
    .execute()
  if (waiting.length === 0) return true
  const dispatcher = createAgent({ accepts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_IMAGE_BYTES })
  const headers = {
    accept: 'image/webp,image/png,image/jpeg',
    'user-agent': `HalyardImport/1.0 (+${siteUrl})`,
  }
  const sent = { dispatcher, accepts, headers, requireUrl: requireHost(options) }
  const fetchOne = async (path: string) => {
    if (Date.now() >= until) return false
    const found = await fetchImage(listAddresses(path, images, options.site), sent)
    await db
      .updateTable('import_images')
      .set(found)
      .where('import_id', '=', import_id)
      .where('path', '=', path)
      .execute()
    return true
  }
  try {
    const results = await pLimit(AT_ONCE).map(waiting, ({ path }) => fetchOne(path))
    return results.every(Boolean)
  } finally {
    await dispatcher.destroy()
  }
}
