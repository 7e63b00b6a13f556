import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Change } from '#contract/changes.ts'
import { HOUR_MS } from '#contract/time.ts'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { inSpan, setSpanAttribute } from '#lib/tracing.ts'
import {
  compressEntry,
  entrySize,
  gzipEntry,
  isCompressedAlike,
  sendEntry,
  toEntry,
  type Entry,
} from './entry.ts'
import { toPageRequest, type PageRequest } from './page-request.ts'
import type { RenderedPage, Renderer } from './render.ts'

interface PageCacheOptions {
  render: Renderer
  maxBytes: number
  freshMs: () => number
}

const ANY_TAG = '*'
const STALE_IF_ERROR_MS = HOUR_MS
const REVALIDATE_AT = 0.5
const RETRY_AFTER_MS = 5_000
/** How long after a failed render visitors do not wait for the next one. */
const FAILING_MS = 60_000

/** A clock that was set back must not make a page fresh for much longer. */
const ageOf = (entry: Entry, now: number) => Math.abs(now - entry.renderedAt)

function countLookup(result: 'hit' | 'miss' | 'stale') {
  metrics().pageCache.inc({ result })
  setSpanAttribute('page_cache.result', result)
}

/** Counts changes, so that a render that begins before a change is never stored as fresh after it. */
export class PageCache {
  readonly #render: Renderer
  readonly #freshMs: () => number
  readonly #entries: LRUCache<string, Entry>
  readonly #keysByTag = new Map<string, Set<string>>()
  /** Running renders that requests may join, all started after the last change. */
  readonly #rendering = new Map<string, Promise<Entry>>()
  readonly #changedTags = new Set<Set<string>>()

  constructor({ render, maxBytes, freshMs }: PageCacheOptions) {
    this.#render = render
    this.#freshMs = freshMs
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: entrySize,
      dispose: (entry, key) => this.#unindex(entry, key),
    })
  }

  serveHit(request: IncomingMessage, response: ServerResponse, headers: string[]): number | undefined {
    const entry = this.#entries.get(request.url ?? '')
    if (entry === undefined || entry.invalid) return undefined
    const now = Date.now()
    if (now >= entry.expiresAt || ageOf(entry, now) > this.#freshMs() * REVALIDATE_AT) return undefined
    metrics().pageCacheHits += 1
    return sendEntry(entry, request, response, headers)
  }

  async read(page: PageRequest, request: IncomingMessage): Promise<Entry> {
    return page.cached
      ? inSpan('page cache', {}, () => this.#lookUp(page))
      : gzipEntry(await this.#render(page, request), page.route)
  }

  async warm(target: string): Promise<Buffer | undefined> {
    const page = toPageRequest(target)
    return page?.cached ? (await this.#lookUp(page, () => {})).variants.identity.body : undefined
  }

  /** Removes pages at once when the change removes public content. */
  apply(change: Pick<Change, 'tags' | 'removes'>) {
    if (change.tags.includes(ANY_TAG)) return this.clear()
    this.#noteChange(change.tags)
    for (const tag of change.tags)
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) {
        const entry = this.#entries.peek(key)
        if (!entry) continue
        if (change.removes) this.#entries.delete(key)
        else Object.assign(entry, { invalid: true, failedAt: 0 })
      }
    this.#countInvalidation()
  }

  clear() {
    this.#noteChange([ANY_TAG])
    this.#entries.clear()
    this.#countInvalidation()
  }

  #countInvalidation() {
    metrics().pageCache.inc({ result: 'invalidation' })
    this.#measure()
  }

  #measure() {
    metrics().pageCacheBytes.set(this.#entries.calculatedSize)
    metrics().pageCacheEntries.set(this.#entries.size)
  }

  async #lookUp(page: PageRequest, count = countLookup): Promise<Entry> {
    const entry = this.#entries.get(page.url)
    const age = entry ? ageOf(entry, Date.now()) : Infinity
    if (entry && !entry.invalid && age <= this.#freshMs() && Date.now() < entry.expiresAt) {
      count('hit')
      if (age > this.#freshMs() * REVALIDATE_AT) this.#revalidate(page)
      return entry
    }
    const failedAgo = Date.now() - (entry?.failedAt ?? 0)
    if (entry && failedAgo < FAILING_MS && age <= STALE_IF_ERROR_MS) {
      count('stale')
      if (failedAgo >= RETRY_AFTER_MS) this.#revalidate(page)
      return entry
    }
    count('miss')
    const rendered = await this.#renderOnce(page)
    if (rendered.status < 500) return rendered
    // A change during the render may have removed the entry.
    const stale = this.#entries.get(page.url)
    if (!stale || ageOf(stale, Date.now()) > STALE_IF_ERROR_MS) return rendered
    count('stale')
    return stale
  }

  #revalidate(page: PageRequest) {
    if (this.#rendering.has(page.url)) return
    this.#renderOnce(page).catch((error: unknown) => log.error({ err: error }, 'revalidation failed'))
  }

  #renderOnce(page: PageRequest): Promise<Entry> {
    const running = this.#rendering.get(page.url)
    if (running) return running
    const rendering = this.#renderAndStore(page).finally(() => {
      if (this.#rendering.get(page.url) === rendering) this.#rendering.delete(page.url)
    })
    this.#rendering.set(page.url, rendering)
    return rendering
  }

  #noteChange(tags: string[]) {
    this.#rendering.clear()
    for (const changed of this.#changedTags) for (const tag of tags) changed.add(tag)
  }

  async #renderAndStore(page: PageRequest): Promise<Entry> {
    const changed = new Set<string>()
    this.#changedTags.add(changed)
    try {
      const startedAt = Date.now()
      const rendered = await this.#render(page)
      metrics().pageCache.inc({ result: 'render' })
      const entry = toEntry(rendered, startedAt)
      const isOutdated = changed.has(ANY_TAG) || !changed.isDisjointFrom(rendered.tags)
      if (!isOutdated && rendered.cacheable) this.#storeAndCompress(page.url, entry, rendered)
      else if (rendered.status >= 400 && rendered.status < 500) this.#entries.delete(page.url)
      else if (rendered.status < 400) this.#setFailedAt(page.url, 0)
      else if (changed.size === 0) this.#setFailedAt(page.url, Date.now())
      return entry
    } finally {
      this.#changedTags.delete(changed)
    }
  }

  #setFailedAt(key: string, time: number) {
    const stale = this.#entries.peek(key)
    if (stale) stale.failedAt = time
  }

  #storeAndCompress(key: string, entry: Entry, rendered: RenderedPage) {
    const previous = this.#entries.peek(key)
    if (previous && isCompressedAlike(previous, entry))
      return this.#store(key, { ...entry, variants: previous.variants })
    this.#store(key, entry)
    compressEntry(entry, rendered).then(
      (compressed) => {
        if (compressed && this.#entries.peek(key) === entry && !entry.invalid) this.#store(key, compressed)
      },
      (error: unknown) => log.error({ err: error }, 'compression failed'),
    )
  }

  #store(key: string, entry: Entry) {
    this.#entries.set(key, entry)
    this.#measure()
    if (!this.#entries.has(key)) return
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
  }

  #unindex(entry: Entry, key: string) {
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
