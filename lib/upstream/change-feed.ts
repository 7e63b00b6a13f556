import { setTimeout as delay } from 'node:timers/promises'
import { type ChangeEvent, type Changes, changesResponseSchema } from '#contract/changes.ts'
import { readStream } from '../http/body.ts'
import { log } from '../log.ts'

export interface UpstreamChanges {
  /** False for an upstream that does not record changes. */
  readonly supported: boolean
  readonly readAt: number
  subscribe(listener: (event: ChangeEvent) => void): void
}

/** Longer than the request timeout, which some malformed responses outlast. */
const POLL_TIMEOUT_MS = 2_500
const POLL_MS = 1_000
/** A proxy may have sent the 404 while the upstream restarted. */
const POLL_UNSUPPORTED_MS = 60_000
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const unsupported = new Set([404, 405, 501])

export function remoteChangeFeed(get: (path: string) => Promise<Response>) {
  const listeners: ((event: ChangeEvent) => void)[] = []
  let supported: boolean | undefined
  let latest: number | undefined
  let readAt = Date.now()
  let lastPollAt = 0
  let failing = false
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined

  function emit(event: ChangeEvent) {
    for (const listener of listeners) listener(event)
  }

  function deliver({ changes, latest: newest, complete }: Changes) {
    if (latest === undefined || !complete || newest < latest) {
      emit({ type: 'reset' })
      latest = newest
      return
    }
    for (const change of changes) emit({ type: 'change', change })
    latest = changes.at(-1)?.id ?? latest
  }

  async function poll() {
    const response = await get(`/changes?since=${latest ?? 0}`)
    if (!supported && unsupported.has(response.status)) {
      supported = false
      return
    }
    const bytes = await readStream(response.body, MAX_RESPONSE_BYTES)
    if (!bytes) throw new Error('The list of changes is too large')
    const { data } = changesResponseSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
    supported = true
    deliver(data)
    readAt = Date.now()
  }

  /** Resolves with false when the changes could not be read. */
  function startPoll(): Promise<boolean> {
    lastPollAt = Date.now()
    const deadline = delay(POLL_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('Reading the changes took too long')
    })
    running = Promise.race([poll(), deadline])
      .then(
        () => {
          failing = false
          return true
        },
        (error: unknown) => {
          if (!failing) log.warn({ err: error }, 'changes cannot be read')
          failing = true
          return false
        },
      )
      .finally(() => (running = undefined))
    return running
  }

  /** A running poll may have read before the caller's write, so callers share the one after it. */
  function pollAfterRunning(): Promise<boolean> {
    if (!running) return startPoll()
    next ??= running.then(() => {
      next = undefined
      return startPoll()
    })
    return next
  }

  void startPoll()
  const timer = setInterval(() => {
    const isDue = supported !== false || Date.now() - lastPollAt >= POLL_UNSUPPORTED_MS
    if (isDue && !running) void startPoll()
  }, POLL_MS).unref()

  const changes: UpstreamChanges = {
    get supported() {
      return supported === true
    },
    get readAt() {
      return readAt
    },
    subscribe: (listener) => void listeners.push(listener),
  }
  return {
    changes,
    /** Resets everything after a write whose changes the upstream does not record or cannot return. */
    async afterWrite() {
      const isRead = supported !== false && (await pollAfterRunning())
      if (!isRead || !supported) emit({ type: 'reset' })
    },
    close: () => clearInterval(timer),
  }
}
