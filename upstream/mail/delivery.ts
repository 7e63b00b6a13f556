import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HOUR_MS } from '#contract/time.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { queueDueNotifications } from '../notifications/email.ts'
import { readSettings } from '../settings/store.ts'
import { recordRun } from '../system/job-runs.ts'
import { compose, composeTest, type Sender } from './compose.ts'
import { claimNext, deleteOld, deleteRow, markFailure, markSent, release, type OutboxRow } from './outbox.ts'
import { formatReason, getErrorCode, isPermanent, send, verify } from './smtp.ts'

export interface MailSettings extends Sender {
  url: string
  /** Recipients of messages; when empty, all owners and editors who did not choose otherwise. */
  staff: string[]
  pollMs?: number
}

export interface Delivery {
  staff: string[]
  /** When this process last polled the outbox; 0 before the first poll. */
  readonly polledAt: number
  sender: string
  server: string
  /** Rejects when the mail server cannot be used. */
  check(): Promise<void>
  sendTest(recipient: string): Promise<void>
  /** False when its link has expired, or what it is about was deleted. */
  canSend(row: OutboxRow): Promise<boolean>
  wake(): void
  stop(): Promise<void>
}

const POLL_MS = 30_000
/** The total timeout, for a server that keeps responding without finishing. */
export const ATTEMPT_TIMEOUT_MS = 60_000
/** Shorter, because a user waits for the result. */
const CHECK_TIMEOUT_MS = 10_000
const STOP_GRACE_MS = 1_000

async function withBrand(db: Db, { from, siteUrl }: Sender): Promise<Sender> {
  const { name } = (await readSettings(db)).data
  return { from: { ...from, name }, siteUrl }
}

export function startDelivery(database: OpenDatabase, settings: MailSettings, logger: Logger): Delivery {
  const { db } = database
  const abort = new AbortController()
  let stopping = false
  let wake = Promise.withResolvers<void>()
  let cleanedAt = 0
  let polledAt = 0
  /** Sent e-mails that the database could not record yet. */
  const unrecorded = new Set<string>()

  async function recordFailure(
    row: OutboxRow,
    failure: { reason: string; permanent: boolean },
    code: unknown,
  ) {
    const status = await markFailure(db, row, failure)
    const { id, kind, attempts } = row
    const level = status === 'failed' ? 'error' : 'warn'
    logger[level]({ id, kind, attempts, status, code }, 'An e-mail was not delivered')
  }

  async function attempt(row: OutboxRow) {
    try {
      const mail = await compose(db, await withBrand(db, settings), row)
      if (mail === 'expired' && row.last_error !== null)
        return await recordFailure(row, { reason: row.last_error, permanent: true }, mail)
      if (mail === null || mail === 'expired') return await deleteRow(db, row)
      await send(settings.url, mail, AbortSignal.any([abort.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]))
    } catch (error) {
      if (abort.signal.aborted) return release(db, row)
      const failure = { reason: formatReason(error), permanent: isPermanent(error) }
      return recordFailure(row, failure, getErrorCode(error))
    }
    unrecorded.add(row.id)
  }

  async function sendNext(): Promise<boolean> {
    if (Date.now() - cleanedAt > HOUR_MS) {
      await deleteOld(db)
      await recordRun(db, 'outbox-cleanup')
      cleanedAt = Date.now()
    }
    await queueDueNotifications(db)
    const row = await claimNext(database)
    polledAt = Date.now()
    if (!row) return false
    if (!unrecorded.has(row.id)) await attempt(row)
    if (unrecorded.has(row.id)) await markSent(db, row)
    unrecorded.delete(row.id)
    return true
  }

  async function waitForWork() {
    const woken = new AbortController()
    const pause = wait(settings.pollMs ?? POLL_MS, undefined, { ref: false, signal: woken.signal })
    await Promise.race([wake.promise, pause])
    woken.abort()
    await pause.catch(() => {})
    wake = Promise.withResolvers()
  }

  async function run() {
    while (!stopping) {
      const found = await sendNext().catch((error: unknown) => {
        logger.warn({ err: error }, 'The outbox cannot be processed')
        return false
      })
      if (!found && !stopping) await waitForWork()
    }
  }

  const running = run()
  return {
    staff: settings.staff,
    get polledAt() {
      return polledAt
    },
    sender: settings.from.address,
    server: new URL(settings.url).host,
    check: () => verify(settings.url, AbortSignal.timeout(CHECK_TIMEOUT_MS)),
    sendTest: async (recipient) =>
      send(
        settings.url,
        composeTest(await withBrand(db, settings), recipient),
        AbortSignal.timeout(CHECK_TIMEOUT_MS),
      ),
    canSend: async (row) => {
      const mail = await compose(db, settings, row)
      return mail !== null && mail !== 'expired'
    },
    wake: () => wake.resolve(),
    stop: async () => {
      stopping = true
      wake.resolve()
      const grace = setTimeout(() => abort.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(grace)
    },
  }
}
