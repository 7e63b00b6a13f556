import { hostPattern } from '#contract/http.ts'
import { isReservedPath, MAX_PATH_LENGTH, normalizePath, type RedirectHits } from '#contract/redirects.ts'
import { parseSlugs, toAddress } from '#contract/slug-addresses.ts'
import { isStorable } from '#contract/text.ts'
import { log } from '../log.ts'
import { callUpstream } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

interface Batch {
  hits: Map<string, number>
  automatic: Map<string, RedirectHits['automatic'][number]>
  missing: Map<string, RedirectHits['missing'][number]>
  timer: NodeJS.Timeout | undefined
  storing: Promise<void>
}

declare global {
  var halyardRedirectHits: Batch | undefined
}

const PAUSE_MS = 2_000
/** Drops further hits until the next flush, so that made-up paths take no memory. */
const MAX_PER_BATCH = 300

// On `globalThis`, because the server and the catch-all route have separate copies of this module.
const batch = (globalThis.halyardRedirectHits ??= {
  hits: new Map(),
  automatic: new Map(),
  missing: new Map(),
  timer: undefined,
  storing: Promise.resolve(),
})

async function store() {
  const hits = [...batch.hits].map(([id, count]) => ({ id, count }))
  const automatic = [...batch.automatic.values()]
  const missing = [...batch.missing.values()]
  batch.hits.clear()
  batch.automatic.clear()
  batch.missing.clear()
  if (hits.length + automatic.length + missing.length === 0) return
  try {
    await callUpstream('recordRedirectHits', { json: { hits, automatic, missing } })
  } catch (error) {
    if (!isUnsupportedCall(error)) log.warn({ err: error }, 'hits of redirects were not counted')
  }
}

/** Resolves when all earlier hits are stored, or could not be stored. */
export function flushRedirectHits(): Promise<void> {
  clearTimeout(batch.timer)
  batch.timer = undefined
  batch.storing = batch.storing.then(store)
  return batch.storing
}

function schedule() {
  batch.timer ??= setTimeout(() => void flushRedirectHits(), PAUSE_MS).unref()
}

export function countRedirectHit(id: string) {
  if (!batch.hits.has(id) && batch.hits.size >= MAX_PER_BATCH) return
  batch.hits.set(id, (batch.hits.get(id) ?? 0) + 1)
  schedule()
}

export function countAutomaticRedirect(target: string) {
  for (const address of parseSlugs(target)) {
    if (address.slug.length > MAX_PATH_LENGTH || !isStorable(address.slug)) continue
    const key = toAddress(address)
    const known = batch.automatic.get(key)
    if (!known && batch.automatic.size >= MAX_PER_BATCH) continue
    batch.automatic.set(key, { ...address, count: (known?.count ?? 0) + 1 })
    schedule()
  }
}

/** Skips paths with addresses, numbers and tokens that people paste into URLs. */
const isPersonal = (path: string) => /@|\d{9}|[0-9a-f]{32}/i.test(path)

function hostOf(referrer: string | null): string {
  const host = referrer && URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, '') : ''
  return hostPattern.test(host) ? host : ''
}

type ReadHeader = (name: string) => string | null

const isUncounted = (header: ReadHeader) =>
  header('dnt') === '1' || header('sec-gpc') === '1' || header('sec-purpose') !== null

/** Counts a request for a missing page, by people and crawlers alike; see docs/privacy.md. */
export function countMissingAddress(path: string, header: ReadHeader) {
  if (isUncounted(header) || path.length > MAX_PATH_LENGTH * 3) return
  const normalized = normalizePath(path)
  if (normalized === null || normalized.length > MAX_PATH_LENGTH || normalized.startsWith('//')) return
  if (isReservedPath(normalized) || normalized.startsWith('/.well-known/') || isPersonal(normalized)) return
  const known = batch.missing.get(normalized)
  if (!known && batch.missing.size >= MAX_PER_BATCH) return
  const referrer = hostOf(header('referer'))
  const linked = referrer !== '' || header('sec-fetch-dest') === 'document'
  batch.missing.set(normalized, {
    path: normalized,
    referrer: referrer || (known?.referrer ?? ''),
    linked: linked || known?.linked === true,
    count: (known?.count ?? 0) + 1,
  })
  schedule()
}
