import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const PAUSE_MS = 5
const CHECK_MS = 60_000

export interface Queue {
  start(): void
  /** Resolves when the queue is empty, or after `ms`. */
  settled(ms: number): Promise<void>
  stop(): Promise<void>
}

/** In the database, so that another process can continue after a crash. `runBatch` returns whether there was work. */
export function startQueue(runBatch: () => Promise<boolean>, logger: Logger): Queue {
  let running: Promise<void> | null = null
  let isAsked = false
  let stopped = false

  const work = async () => {
    try {
      while (isAsked && !stopped) {
        // Work that is queued during the last batch needs another one.
        isAsked = false
        while (!stopped && (await runBatch())) await wait(PAUSE_MS)
      }
    } catch (error) {
      logger.error({ err: error }, 'The search could not be updated')
    }
    running = null
  }
  const start = () => {
    isAsked = true
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
