import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OpenDatabase } from '../db/open.ts'
import { compose, type Sender } from './compose.ts'
import { claimNext, deleteOld, drop, markFailure, markSent, release, type OutboxRow } from './outbox.ts'
import { codeOf, isFinal, reasonOf, send } from './smtp.ts'

export interface MailSettings extends Sender {
  /** `smtp://…` or `smtps://…`, with name and password when the server wants them. */
  url: string
  /** Who is told of a message; every account when empty. */
  staff: string[]
  /** How often to look for what has become due, or what another process left behind. */
  pollMs?: number
}

export interface Delivery {
  staff: string[]
  /** Something was queued: look at once. */
  wake(): void
  /** Takes nothing on any more; what is under way is finished soon, or given back. */
  stop(): Promise<void>
}

const POLL_MS = 30_000
/** A server that goes on talking without coming to an end is left. */
const TRY_MS = 60_000
const STOP_GRACE_MS = 1_000
const HOUR_MS = 3_600_000

/** Sends what is in the outbox, one e-mail after another, beside the requests and never in one. */
export function startDelivery(database: OpenDatabase, settings: MailSettings, logger: Logger): Delivery {
  const { db } = database
  const cut = new AbortController()
  let stopping = false
  let wake = Promise.withResolvers<void>()
  let cleanedAt = 0
  /** Sent, but the database could not be told. */
  const unrecorded = new Set<string>()

  async function attempt(row: OutboxRow) {
    try {
      const letter = await compose(db, settings, row)
      if (!letter) return await drop(db, row)
      await send(settings.url, letter, AbortSignal.any([cut.signal, AbortSignal.timeout(TRY_MS)]))
    } catch (error) {
      if (cut.signal.aborted) return release(db, row)
      const status = await markFailure(db, row, { reason: reasonOf(error), final: isFinal(error) })
      const { id, kind, attempts } = row
      const level = status === 'failed' ? 'error' : 'warn'
      return logger[level]({ id, kind, attempts, status, code: codeOf(error) }, 'An e-mail was not delivered')
    }
    unrecorded.add(row.id)
  }

  async function next(): Promise<boolean> {
    if (Date.now() - cleanedAt > HOUR_MS) {
      await deleteOld(db)
      cleanedAt = Date.now()
    }
    const row = await claimNext(database)
    if (!row) return false
    if (!unrecorded.has(row.id)) await attempt(row)
    if (unrecorded.has(row.id)) await markSent(db, row)
    unrecorded.delete(row.id)
    return true
  }

  async function rest() {
    const rested = new AbortController()
    const pause = wait(settings.pollMs ?? POLL_MS, undefined, { ref: false, signal: rested.signal })
    await Promise.race([wake.promise, pause])
    rested.abort()
    await pause.catch(() => {})
    wake = Promise.withResolvers()
  }

  async function run() {
    while (!stopping) {
      const found = await next().catch((error: unknown) => {
        logger.warn({ err: error }, 'The outbox cannot be worked on')
        return false
      })
      if (!found && !stopping) await rest()
    }
  }

  const running = run()
  return {
    staff: settings.staff,
    wake: () => wake.resolve(),
    stop: async () => {
      stopping = true
      wake.resolve()
      const grace = setTimeout(() => cut.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(grace)
    },
  }
}
