import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isNativeError } from 'node:util/types'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { MAX_CONTENT_BYTES } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { env } from '../env.ts'
import { log } from '../log.ts'
import { cacheUntil } from '../process-context.ts'
import type { ArticleHtml, ArticleOptions } from './article-html.ts'
import type { RenderRequest, RenderResponse } from './render-worker.ts'
import { escapeXml } from './xml.ts'

interface RenderedArticle extends ArticleHtml {
  /** The content exceeds a limit of the renderer; `html` is its escaped source. */
  isPlainText: boolean
  /** The epoch milliseconds until which an article that took too long is not rendered again. */
  retryAt?: number
}

/** Limits processor time instead of elapsed time, which a busy machine stretches. */
const MAX_CPU_MS = 1000
/** Longer articles are rendered in a separate worker with more time. */
const MAX_SHORT_BYTES = 100_000
const CPU_MS_PER_KB = 25
/** How long a page waits for a long article before it shows its source. */
const MAX_WAIT_MS = 1000
const SOURCE_SHOWN_MS = 2000
const MAX_ELAPSED_MS = 30_000
/** The cause may have been temporary, such as a machine that was suspended. */
const RETRY_MS = 10 * MINUTE_MS
const START_TIMEOUT_MS = 60_000
/** The worker's DOM takes a large part of the memory of an idle server. */
const MAX_IDLE_MS = 30_000
const MAX_CACHED_CHARACTERS = 4_000_000

/** Compiling jsdom anew takes a third of a start. */
const workerEnv = env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE } : {}

async function startWorker(onExit: () => void): Promise<Worker> {
  const file = join(process.cwd(), 'lib/blog/render-worker.ts')
  const worker = new Worker(/* turbopackIgnore: true */ file, {
    env: workerEnv,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  // Without a listener it would end the process; the caller that waits for the worker gets it too.
  worker.on('error', () => {})
  worker.once('exit', onExit)
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) })
    return worker
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

async function cpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000
}

const isLong = (content: string) => Buffer.byteLength(content) > MAX_SHORT_BYTES

const maxCpuMs = (content: string) =>
  isLong(content) ? (CPU_MS_PER_KB * Buffer.byteLength(content)) / 1000 : MAX_CPU_MS

function memoryLimitOr(error: unknown): unknown {
  const isMemory = isNativeError(error) && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new Error('Rendering takes more memory than its limit') : error
}

async function failAfterLimit(worker: Worker, content: string, signal: AbortSignal): Promise<never> {
  const startedAt = performance.now()
  const before = await cpuMs(worker)
  const limit = maxCpuMs(content)
  for (let used = 0; used < limit && performance.now() - startedAt < MAX_ELAPSED_MS;) {
    await delay(Math.max(limit - used, 50), undefined, { signal })
    used = (await cpuMs(worker)) - before
  }
  throw new Error('Rendering takes longer than its limit')
}

async function runInWorker(worker: Worker, request: RenderRequest): Promise<RenderResponse> {
  const finished = new AbortController()
  const { signal } = finished
  try {
    const response = once(worker, 'message', { signal }).then(([message]): RenderResponse => message)
    worker.postMessage(request)
    return await Promise.race([response, failAfterLimit(worker, request.content, signal)])
  } catch (error) {
    throw memoryLimitOr(error)
  } finally {
    finished.abort()
  }
}

function toPlainText(content: string): RenderedArticle {
  const paragraphs = content
    .slice(0, MAX_CONTENT_BYTES)
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
  const html = paragraphs.map((paragraph) => `<p>${escapeXml(paragraph)}</p>`).join('\n')
  return { html, headings: [], lines: [], removed: [], isPlainText: true }
}

function createLane() {
  const oneAtATime = pLimit(1)
  let worker: Promise<Worker> | undefined
  let idle: NodeJS.Timeout | undefined

  function openWorker() {
    const forget = () => {
      if (worker === opened) worker = undefined
    }
    const opened = startWorker(forget)
    opened.catch(forget)
    return opened
  }

  async function run(request: RenderRequest): Promise<RenderedArticle> {
    clearTimeout(idle)
    worker ??= openWorker()
    const running = await worker
    try {
      const article = await runInWorker(running, request)
      idle = setTimeout(() => {
        worker = undefined
        void running.terminate()
      }, MAX_IDLE_MS).unref()
      return article ? { ...article, isPlainText: false } : toPlainText(request.content)
    } catch (error) {
      log.warn({ err: error }, 'An article is shown as plain text')
      await running.terminate()
      return { ...toPlainText(request.content), retryAt: Date.now() + RETRY_MS }
    }
  }

  return (request: RenderRequest) => oneAtATime(run, request)
}

function createRenderer() {
  const renderShort = createLane()
  const renderLong = createLane()
  return new LRUCache<string, RenderedArticle, RenderRequest>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ html }) => html.length + 1,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const article = await (isLong(context.content) ? renderLong : renderShort)(context)
      if (article.retryAt !== undefined) options.ttl = RETRY_MS
      return article
    },
  })
}

declare global {
  var halyardRenderer: ReturnType<typeof createRenderer> | undefined
}

/** Limits time and memory, so that hostile content does not delay other requests; content beyond the limits becomes plain text. */
export async function renderCompletely(
  content: string,
  options: ArticleOptions = {},
): Promise<RenderedArticle> {
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES) return toPlainText(content)
  const key = createHash('sha256')
    .update(JSON.stringify([content, options]))
    .digest('base64')
  // Pages and route handlers are bundled separately and share its workers.
  const renderer = (globalThis.halyardRenderer ??= createRenderer())
  const article = (await renderer.fetch(key, { context: { content, options } })) ?? toPlainText(content)
  if (article.retryAt !== undefined) cacheUntil(article.retryAt)
  return article
}

async function sourceAfterWait(content: string): Promise<RenderedArticle> {
  await delay(MAX_WAIT_MS, undefined, { ref: false })
  return { ...toPlainText(content), retryAt: Date.now() + SOURCE_SHOWN_MS }
}

/** For pages, which show the source of a long article while it takes more than a second. */
export async function renderArticle(content: string, options: ArticleOptions = {}): Promise<RenderedArticle> {
  const rendering = renderCompletely(content, options)
  if (!isLong(content)) return rendering
  const article = await Promise.race([rendering, sourceAfterWait(content)])
  if (article.retryAt !== undefined) cacheUntil(article.retryAt)
  return article
}
