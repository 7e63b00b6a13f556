import type { Logger } from 'pino'
import { LRUCache } from 'lru-cache'
import type { FigureEvent } from '#contract/analytics.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import { closeDays } from './close-days.ts'
import { SLOT_MS } from './readers.ts'
import { writeEvents, type RecordedEvent } from './write.ts'
import { recordRun } from '../system/job-runs.ts'
import { rateLimitKey, type RateLimit } from '../http/rate-limit.ts'

const MAX_ADDRESSES = 20_000

/** In memory, because a database row per beacon would cost more than the beacon. */
function createAddressLimit(limit: RateLimit): (address: string) => boolean {
  const ttl = limit.minutes * MINUTE_MS
  const used = new LRUCache<string, { points: number }>({ max: MAX_ADDRESSES, ttl })
  return (address) => {
    const key = rateLimitKey(limit, address)
    const entry = used.get(key) ?? { points: 0 }
    if (entry.points === 0) used.set(key, entry)
    entry.points += 1
    return entry.points <= limit.points
  }
}

const PAUSE_MS = 1000
const FIRST_CLEANING_MS = 60_000
const CLEANING_RETRY_MS = 2 * MINUTE_MS
/** Enough for an office that shares one address. */
export const viewLimit = { name: 'views', points: 120, minutes: 10 }
const eventLimit = { name: 'events', points: 600, minutes: 10 }
/** Further events in the same second are dropped. */
const MAX_BATCH = 2000

export interface Recorder {
  /** Returns false for an address that sent too many events. */
  accepts(address: string): boolean
  acceptsView(address: string): boolean
  /** Buffers an event for up to a second, which a crash would lose. Resolves when it is stored. */
  record(event: FigureEvent): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Batch extends PromiseWithResolvers<void> {
  events: RecordedEvent[]
}

function createBatch(): Batch {
  const batch = { events: [], ...Promise.withResolvers<void>() }
  // Most callers do not await it, and the recorder logs failures.
  batch.promise.catch(() => {})
  return batch
}

/** Stores the first event at once, and those of the following second in one batch. */
export function startRecorder(db: Db, logger: Logger, pauseMs = PAUSE_MS): Recorder {
  let batch = createBatch()
  let storing = Promise.resolve()
  let startedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  async function store() {
    const { events, resolve, reject } = batch
    batch = createBatch()
    startedAt = performance.now()
    try {
      if (events.length > 0) await writeEvents(db, events)
      resolve()
    } catch (error) {
      logger.warn({ err: error, events: events.length }, 'Figures could not be stored')
      reject(error)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    storing = storing.then(store)
    return storing
  }

  const cleaning = startCleaning(db, logger)
  return {
    accepts: createAddressLimit(eventLimit),
    acceptsView: createAddressLimit(viewLimit),
    record: (event) => {
      const { events, promise } = batch
      if (events.length < MAX_BATCH) events.push({ ...event, time: Date.now() })
      timer ??= setTimeout(() => void flush(), Math.max(0, startedAt + pauseMs - performance.now()))
      return promise
    },
    flush,
    stop: async () => {
      await Promise.all([flush(), cleaning.stop()])
    },
  }
}

function startCleaning(db: Db, logger: Logger) {
  let running = Promise.resolve()
  let stopped = false

  async function clean() {
    let retryMs = Infinity
    try {
      await closeDays(db, () => stopped)
      if (!stopped) await recordRun(db, 'figures')
    } catch (error) {
      logger.warn({ err: error }, 'Figures could not be compacted')
      retryMs = CLEANING_RETRY_MS
    }
    const nextSlotMs = SLOT_MS - (Date.now() % SLOT_MS) + 1
    if (!stopped) timer = setTimeout(start, Math.min(retryMs, nextSlotMs)).unref()
  }
  function start() {
    running = clean()
  }
  let timer = setTimeout(start, FIRST_CLEANING_MS).unref()
  return {
    /** Waits for the day that is being compacted. The next start continues with the others. */
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
