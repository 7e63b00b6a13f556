import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 5
const CHECK_MS = 60_000

export interface Queue {
  start(): void
  /** Resolves when the queue is empty, or after `ms`. */
  settled(ms: number): Promise<void>
  stop(): Promise<void>
}

/** In the database, so that another process can continue after a crash. `runBatch` returns whether there was work. */
export function startQueue(runBatch: () => Promise<boolean>, onError: (error: unknown) => void): Queue {
  let running: Promise<void> | null = null
  let isRequested = false
  let stopped = false

  const work = async () => {
    try {
      while (isRequested && !stopped) {
        // Work that is queued during the last batch needs another one.
        isRequested = false
        while (!stopped && (await runBatch())) await wait(PAUSE_MS)
      }
    } catch (error) {
      onError(error)
    }
    running = null
  }
  const start = () => {
    isRequested = true
    running ??= work()
  }
  start()
  const timer = setInterval(start, CHECK_MS).unref()

  return {
    start,
    settled: async (ms) => {
      start()
      await Promise.race([running, wait(ms, undefined, { ref: false })])
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
