import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule

/** Pages live in memory only: what the build wrote may name another SITE_URL, and nothing may grow on disk. */
const noDisk = {
  existsSync: () => false,
  readFileSync: () => {
    throw new Error('the page cache has no disk')
  },
  readFile: async () => {
    throw new Error('the page cache has no disk')
  },
}

const isMissing = (data) =>
  ((data?.kind === 'APP_PAGE' || data?.kind === 'APP_ROUTE') && data.status >= 400) ||
  (data?.kind === 'FETCH' && data.data.body === 'null')

/**
 * Next's own cache in memory (bounded by `cacheMaxMemorySize`, least recently used goes first), but what is missing is
 * not kept: else every made-up slug would push a real page out. A page that has become missing is dropped.
 */
export default class PageCache extends FileSystemCache {
  constructor(context) {
    super({ ...context, fs: { ...context.fs, ...noDisk }, flushToDisk: false })
  }

  async get(key, context) {
    const entry = await super.get(key, context)
    return entry?.value ? entry : null
  }

  async set(key, data, context) {
    if (!isMissing(data)) return super.set(key, data, context)
    if (FileSystemCache.memoryCache?.get(key)) return super.set(key, null, context)
  }
}
