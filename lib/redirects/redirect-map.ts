import { pageTags } from '#contract/changes.ts'
import {
  isReservedPath,
  MAX_PATH_LENGTH,
  normalizePath,
  redirectMapResponseSchema,
  type RedirectMapEntry,
} from '#contract/redirects.ts'
import { log } from '../log.ts'
import type { ChangeFeed } from '../upstream/change-feed.ts'
import { callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

type Entries = ReadonlyMap<string, RedirectMapEntry>

interface Loaded {
  entries: Entries
  validUntil: number
}

export interface RedirectMap {
  /** Null for a path without a redirect, and for one that the site needs itself. */
  find(path: string): Promise<RedirectMapEntry | null>
}

const MAX_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 2_000
const FAILED_MS = 5_000
/** For an upstream that does not report changes. */
const UNREPORTED_MS = 60_000
const ABSENT_MS = 10 * 60_000
/** Longer paths are in no redirect: a character takes up to 12 when it is encoded. */
const MAX_ENCODED = 12 * MAX_PATH_LENGTH

async function load(changes: ChangeFeed, last: Entries): Promise<Loaded> {
  try {
    const options = { timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_BYTES }
    const { data } = await callForJson('getRedirectMap', redirectMapResponseSchema, options)
    const entries = new Map(data.data.map((entry) => [entry.from, entry]))
    return { entries, validUntil: changes.supported ? Infinity : Date.now() + UNREPORTED_MS }
  } catch (error) {
    if (isUnsupportedCall(error)) return { entries: new Map(), validUntil: Date.now() + ABSENT_MS }
    log.warn({ err: error }, 'redirects could not be read')
    return { entries: last, validUntil: Date.now() + FAILED_MS }
  }
}

/** Holds all redirects in memory, so that a path costs no query, and reads them again after a change. */
export function openRedirectMap(changes: ChangeFeed): RedirectMap {
  let loaded: Loaded = { entries: new Map(), validUntil: 0 }
  let loading: Promise<Loaded> | undefined

  changes.subscribe((event) => {
    const concerned = event.type !== 'change' || isConcerned(event.change.tags)
    if (!concerned) return
    // A running load may have read before the change, so that its result is not kept.
    loading = undefined
    loaded = { ...loaded, validUntil: 0 }
  })

  async function refresh(): Promise<Loaded> {
    const started = (loading ??= load(changes, loaded.entries))
    const result = await started
    if (loading === started) {
      loaded = result
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
      return source === null || isReservedPath(source) ? null : (entries.get(source) ?? null)
    },
  }
}

const isConcerned = (tags: string[]) => tags.includes(pageTags.redirects) || tags.includes(pageTags.all)
