import { sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { publicId } from '../posts/id.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Longer than any try may take: a row that nobody settled until then is tried again. */
const CLAIM_MS = 2 * MINUTE_MS
const GIVE_UP_MS = 5 * DAY_MS
const SENT_KEPT_MS = 30 * DAY_MS
const FAILED_KEPT_MS = 90 * DAY_MS

export type OutboxRow = Tables['outbox']
export type OutboxStatus = OutboxRow['status']

/** A minute, then four times as long each time, at most six hours. */
export const pauseAfter = (attempts: number) => Math.min(MINUTE_MS * 4 ** (attempts - 1), 6 * HOUR_MS)

type Origin = Pick<OutboxRow, 'kind'> & Partial<Pick<OutboxRow, 'message_id' | 'subscriber'>>

/** One row for each recipient, so that one who refuses does not keep it from the others. */
export async function queue(trx: Trx, recipients: string[], origin: Origin): Promise<void> {
  const now = Date.now()
  const rows = recipients.map((recipient) => ({
    id: publicId(now),
    message_id: null,
    subscriber: null,
    ...origin,
    recipient,
    status: 'waiting' as const,
    attempts: 0,
    due_at: now,
    last_error: null,
    created_at: now,
    ended_at: null,
  }))
  if (rows.length > 0) await trx.insertInto('outbox').values(rows).execute()
}

/** Takes the row that has waited longest; for as long as a try may take it is nobody else's. */
export async function claimNext({ db, dialect }: OpenDatabase): Promise<OutboxRow | undefined> {
  const now = Date.now()
  return db
    .updateTable('outbox')
    .set({ due_at: now + CLAIM_MS, attempts: sql`attempts + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox as next')
        .select('next.id')
        .where('next.status', '=', 'waiting')
        .where('next.due_at', '<=', now)
        .orderBy('next.due_at')
        .orderBy('next.id')
        .limit(1)
        // SQLite has one writer at a time anyway.
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst()
}

type Outcome = Partial<Pick<OutboxRow, 'status' | 'attempts' | 'due_at' | 'last_error' | 'ended_at'>>

/** Only while the claim holds: a row that another process has taken since is left to it. */
async function settle(db: Db, { id, attempts }: OutboxRow, outcome: Outcome): Promise<void> {
  await db
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute()
}

export const markSent = (db: Db, row: OutboxRow) =>
  settle(db, row, { status: 'sent', ended_at: Date.now(), last_error: null })

/** Gives a row back untried. */
export const release = (db: Db, row: OutboxRow) =>
  settle(db, row, { due_at: Date.now(), attempts: row.attempts - 1 })

/** Plans the next try, or ends it: at once when it was refused for good, else after five days. */
export async function markFailure(
  db: Db,
  row: OutboxRow,
  { reason, final }: { reason: string; final: boolean },
): Promise<OutboxStatus> {
  const now = Date.now()
  const status = final || now >= row.created_at + GIVE_UP_MS ? 'failed' : 'waiting'
  const outcome = status === 'failed' ? { ended_at: now } : { due_at: now + pauseAfter(row.attempts) }
  await settle(db, row, { status, last_error: reason, ...outcome })
  return status
}

/** For what there is no reason to send any more. */
export async function drop(db: Db, row: OutboxRow): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', row.id).execute()
}

export async function deleteOld(db: Db): Promise<void> {
  const now = Date.now()
  for (const [status, kept] of [
    ['sent', SENT_KEPT_MS],
    ['failed', FAILED_KEPT_MS],
  ] as const)
    await db
      .deleteFrom('outbox')
      .where('status', '=', status)
      .where('due_at', '<', now - kept)
      .execute()
}

/** How many e-mails wait, were sent of late, and could not be delivered. */
export async function outboxCounts(db: Db): Promise<Record<OutboxStatus, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(['status', (eb) => eb.fn.countAll<number>().as('rows')])
    .groupBy('status')
    .execute()
  const counts = { waiting: 0, sent: 0, failed: 0 }
  for (const { status, rows: number } of rows) counts[status] = number
  return counts
}
