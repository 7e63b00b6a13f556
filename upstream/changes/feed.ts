import type { Logger } from 'pino'
import type { ChangeEvent, Changes } from '#contract/changes.ts'
import type { Db } from '../db/open.ts'
import { listenForChanges } from './listen.ts'
import { changesSince, latestChange } from './read.ts'

export interface ChangeFeed {
  readonly latest: number
  readonly readAt: number
  since(id: number): Promise<Changes>
  subscribe(listener: (event: ChangeEvent) => void): void
  /** Resolves when subscribers have received every change that was committed before the call. */
  refresh(): Promise<void>
  /** Only logs a failure, because polling catches up. */
  refreshAfterWrite(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 1000

/** Delivers the changes of all processes by polling, and at once where PostgreSQL notifies. */
export async function openChangeFeed(
  db: Db,
  listenUrl: string | undefined,
  logger: Logger,
): Promise<ChangeFeed> {
  const listeners: ((event: ChangeEvent) => void)[] = []
  let latest = await latestChange(db)
  let readAt = Date.now()
  let running = Promise.resolve()
  let queued: Promise<void> | undefined
  let failing = false
  let closed = false

  function emit(event: ChangeEvent, id: number) {
    latest = id
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        logger.error({ err: error }, 'A listener for changes failed')
      }
    }
  }

  async function deliver() {
    for (;;) {
      const { changes, latest: newest, complete } = await changesSince(db, latest)
      readAt = Date.now()
      if (!complete) emit({ type: 'reset' }, newest)
      for (const change of changes) emit({ type: 'change', change }, change.id)
      if (latest >= newest) return
    }
  }

  async function deliverAfter(previous: Promise<void>) {
    await previous.catch(() => {})
    running = deliver()
    queued = undefined
    return running
  }

  /** A running read may miss the caller's commit, so callers share the next read. */
  function refresh(): Promise<void> {
    queued ??= deliverAfter(running)
    return queued
  }

  async function refreshAfterWrite() {
    try {
      await refresh()
      failing = false
    } catch (error) {
      if (!failing && !closed) logger.warn({ err: error }, 'Changes cannot be read')
      failing = true
    }
  }

  let polling: Promise<void> | undefined
  const timer = setInterval(() => {
    polling ??= refreshAfterWrite().finally(() => (polling = undefined))
  }, POLL_MS)
  timer.unref()
  const listener = listenUrl ? listenForChanges(listenUrl, () => void refreshAfterWrite(), logger) : undefined

  return {
    get latest() {
      return latest
    },
    get readAt() {
      return readAt
    },
    since: (id) => changesSince(db, id),
    subscribe: (listener) => void listeners.push(listener),
    refresh,
    refreshAfterWrite,
    close: async () => {
      closed = true
      clearInterval(timer)
      await listener?.close()
      await Promise.allSettled([queued, running])
      listeners.length = 0
    },
  }
}
