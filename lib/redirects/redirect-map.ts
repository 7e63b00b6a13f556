import { pageTags } from '#contract/changes.ts'
import {
  isReservedPath,
  MAX_PATH_LENGTH,
  normalizePath,
  redirectMapResponseSchema,
  targetPath,
  type AutomaticKind,
  type RedirectMapEntry,
} from '#contract/redirects.ts'
import { parseSlugs } from '#contract/slug-addresses.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { log } from '../log.ts'
import type { UpstreamChanges } from '../upstream/change-feed.ts'
import { callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

type Entries = ReadonlyMap<string, RedirectMapEntry>

interface Loaded {
  entries: Entries
  /** A change with one of these tags may change the target of a redirect. */
  tags: ReadonlySet<string>
  validUntil: number
}

export interface RedirectMap {
  /** Null for a path without a redirect, and for a path that the site reserves. */
  find(path: string): Promise<RedirectMapEntry | null>
}

const MAX_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 2_000
const FAILED_MS = 5_000
/** The reload interval for an upstream that does not report changes. */
const UNREPORTED_MS = 60_000
const ABSENT_MS = 10 * MINUTE_MS
/** Longer paths cannot have a redirect: a character takes up to 12 characters when it is encoded. */
const MAX_ENCODED = 12 * MAX_PATH_LENGTH

/** Generators like Hugo write a page as such a file of its folder, so links may name either. */
const indexFile = /\/index\.html$/

const empty: Loaded = { entries: new Map(), tags: new Set(), validUntil: 0 }

async function load(changes: UpstreamChanges, last: Loaded): Promise<Loaded> {
  try {
    const options = { timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_BYTES }
    const { data } = await callForJson('getRedirectMap', redirectMapResponseSchema, options)
    const entries = new Map(data.data.map((entry) => [entry.from, entry]))
    const validUntil = changes.supported ? Infinity : Date.now() + UNREPORTED_MS
    return { entries, tags: new Set(data.data.flatMap(tagsOfTarget)), validUntil }
  } catch (error) {
    const wasRead = last.entries !== empty.entries
    if (!wasRead && isUnsupportedCall(error)) return { ...empty, validUntil: Date.now() + ABSENT_MS }
    log.warn({ err: error }, 'redirects could not be read')
    return { ...last, validUntil: Date.now() + FAILED_MS }
  }
}

/** Holds all redirects in memory, so that a lookup needs no query, and reloads them after a change. */
export function openRedirectMap(changes: UpstreamChanges): RedirectMap {
  let loaded = empty
  let loading: Promise<Loaded> | undefined
  const changedWhileLoading = new Set<string>()

  changes.subscribe((event) => {
    const tags = event.type === 'change' ? event.change.tags : [pageTags.all]
    if (loading) for (const tag of tags) changedWhileLoading.add(tag)
    if (!tags.some((tag) => tag === pageTags.redirects || tag === pageTags.all)) {
      if (tags.some((tag) => loaded.tags.has(tag))) loaded = { ...loaded, validUntil: 0 }
      return
    }
    // A running load may have read before the change, so its result is dropped.
    loading = undefined
    loaded = { ...loaded, validUntil: 0 }
  })

  async function refresh(): Promise<Loaded> {
    if (!loading) changedWhileLoading.clear()
    const started = (loading ??= load(changes, loaded))
    const result = await started
    if (loading === started) {
      const isOutdated = !changedWhileLoading.isDisjointFrom(result.tags)
      loaded = isOutdated ? { ...result, validUntil: 0 } : result
      loading = undefined
    }
    return result
  }

  return {
    find: async (path) => {
      if (path.length > MAX_ENCODED || isReservedPath(path)) return null
      const { entries } = Date.now() < loaded.validUntil ? loaded : await refresh()
      if (entries.size === 0) return null
      const source = normalizePath(path)
      if (source === null || isReservedPath(source)) return null
      const ofFolder = entries.get(source.replace(indexFile, ''))
      return entries.get(source) ?? (ofFolder && targetPath(ofFolder.to) !== source ? ofFolder : null)
    },
  }
}

const tagsOf: Record<AutomaticKind, (slug: string) => string[]> = {
  post: (slug) => [pageTags.post(slug)],
  'case study': () => [pageTags.caseStudies],
  author: (slug) => [pageTags.author(slug), pageTags.posts],
  category: () => [pageTags.posts],
  tag: () => [pageTags.posts],
}

const tagsOfTarget = ({ to }: RedirectMapEntry) =>
  parseSlugs(to).flatMap(({ kind, slug }) => tagsOf[kind](slug))
