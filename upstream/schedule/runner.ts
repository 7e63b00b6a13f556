import type { Logger } from 'pino'
import type { OpenDatabase } from '../db/open.ts'
import { fireDue } from './fire.ts'

const POLL_MS = 1000

/** Runs in every process with the database: at the start and then every second. */
export function startSchedule(
  database: OpenDatabase,
  logger: Logger,
  siteUrl: string,
  afterFire: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  let failing = false
  let stopped = false

  async function poll() {
    try {
      while (!stopped && (await fireDue(database, logger, siteUrl))) await afterFire()
      failing = false
    } catch (error) {
      if (!failing && !stopped) logger.warn({ err: error }, 'The schedule cannot be read')
      failing = true
    }
  }
  const start = () => {
    running ??= poll().finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, POLL_MS)
  timer.unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
