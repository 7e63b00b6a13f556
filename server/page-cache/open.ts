import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { MIB } from '#contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { metrics, watchChanges } from '#lib/metrics.ts'
import { lifecycle } from '#lib/process-context.ts'
import { publicRoutes } from '#lib/routes.ts'
import type { UpstreamChanges } from '#lib/upstream/change-feed.ts'
import type { NextHandler } from '../handler.ts'
import { PageCache } from './page-cache.ts'
import { compressEntry, toEntry, type Entry } from './entry.ts'
import { createRenderer, type RenderedPage } from './render.ts'

const FRESH_MS = HOUR_MS
const FRESH_WITHOUT_CHANGES_MS = MINUTE_MS
const MAX_UNREAD_MS = 10_000
const WARM_DOCUMENTS = 24

export function openPageCache(next: NextHandler, changes: UpstreamChanges) {
  const { render, errorPage, isMissing } = createRenderer((request, response) => {
    next(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'rendering failed')
      response.destroy()
    })
  })
  const pageCache = new PageCache({
    render,
    maxBytes: env.PAGE_CACHE_MB * MIB,
    freshMs: () => (isCurrent(changes) ? FRESH_MS : FRESH_WITHOUT_CHANGES_MS),
  })
  watchChanges(changes)
  changes.subscribe((event) => {
    if (event.type !== 'change') return pageCache.clear()
    pageCache.apply(event.change)
    const { createdAt } = event.change
    if (createdAt !== undefined) metrics().changeLag.observe(Math.max(0, Date.now() - createdAt) / 1000)
  })
  return {
    pageCache,
    isMissing,
    readMissingPage: cacheUntilChange(changes, () => errorPage(404)),
    readGonePage: cacheUntilChange(changes, () => errorPage(410)),
    readMalformedPage: cacheUntilChange(changes, () => errorPage(400)),
  }
}

const isCurrent = ({ supported, readAt }: UpstreamChanges) => supported && Date.now() - readAt < MAX_UNREAD_MS

/** Error pages show the name and contact details of the site, which a change may affect. */
function cacheUntilChange(
  changes: UpstreamChanges,
  render: () => Promise<RenderedPage>,
): () => Promise<Entry> {
  let cached: { entry: Promise<Entry>; until: number } | undefined
  changes.subscribe(() => (cached = undefined))
  return () => {
    if (cached && Date.now() < cached.until) return cached.entry
    const startedAt = Date.now()
    const entry = render().then(async (page) => {
      const plain = toEntry(page, startedAt)
      return (await compressEntry(plain, page)) ?? plain
    })
    cached = { entry, until: startedAt + FRESH_WITHOUT_CHANGES_MS }
    entry.catch(() => (cached = undefined))
    return entry
  }
}

const linkToDocument = /href="(\/(?:blog|work)\/[A-Za-z0-9][A-Za-z0-9_-]*)"/g

const QUIET_MS = 2_000
const CHECK_MS = 100
const probe = /^\/api\/(ready|health|metrics)\b/

/** Renders common pages while the server is idle: visitors of a server that has just started come first. */
export async function warmUp(pageCache: PageCache, server: Server): Promise<void> {
  let requestedAt = performance.now()
  const noteRequest = ({ url = '' }: { url?: string }) => {
    if (!probe.test(url)) requestedAt = performance.now()
  }
  const warm = async (target: string) => {
    while (!lifecycle.stopping && performance.now() - requestedAt < QUIET_MS)
      await wait(CHECK_MS, undefined, { ref: false })
    return lifecycle.stopping ? undefined : pageCache.warm(target)
  }
  const pages = publicRoutes
    .filter(({ path, cached }) => cached && !path.includes('['))
    .map(({ path }) => path)
  const documents = new Set<string>()
  server.on('request', noteRequest)
  try {
    for (const target of [...pages, '/blog?page=2', '/blog?page=3']) {
      const body = await warm(target)
      for (const [, path = ''] of body?.toString().matchAll(linkToDocument) ?? []) documents.add(path)
    }
    for (const path of [...documents].slice(0, WARM_DOCUMENTS)) await warm(path)
  } finally {
    server.off('request', noteRequest)
  }
}
