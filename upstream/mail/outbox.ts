import { expressionBuilder, sql, type Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { notify } from '../notifications/notify.ts'

/** Longer than any attempt takes; the row of a killed process is retried afterwards. */
export const CLAIM_MS = 2 * MINUTE_MS
const MAX_AGE_MS = 5 * DAY_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS
/** Further ahead only when the clock was wrong; the margin is for nodes whose clocks differ. */
const MAX_WAIT_MS = MAX_BACKOFF_MS + HOUR_MS
const SENT_LIFETIME_MS = 30 * DAY_MS
const FAILED_LIFETIME_MS = 90 * DAY_MS

export type OutboxRow = Selectable<Tables['outbox']>
export type OutboxStatus = OutboxRow['status']

export const getBackoff = (attempts: number) => Math.min(MINUTE_MS * 4 ** (attempts - 1), MAX_BACKOFF_MS)

type Origin = Pick<OutboxRow, 'kind'> &
  Partial<Pick<OutboxRow, 'id' | 'message_id' | 'subscriber' | 'invitation_id' | 'account_id'>>

/** Each recipient has a separate row, so that one failure does not affect the others. */
export async function queue(trx: Trx, recipients: string[], origin: Origin): Promise<void> {
  const now = Date.now()
  const rows = recipients.map((recipient) => ({
    id: uuid(),
    message_id: null,
    subscriber: null,
    invitation_id: null,
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

type Recipient = Record<'id' | 'email', string>

/** Messages for configured addresses and e-mails to subscribers stay, because they do not need the account. */
async function deleteOfAddress(trx: Trx, email: string): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('recipient', '=', email)
    .where('account_id', 'is', null)
    .where('kind', 'not in', ['message', 'confirmation', 'subscribed'])
    .execute()
}

const failuresOf = (email: string) =>
  expressionBuilder<Tables, 'notifications'>().and({ object_type: 'email', object_id: email })

/** E-mails to an account follow its address, because someone else may have the old one. */
export async function changeRecipient(trx: Trx, account: Recipient, email: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ recipient: email })
    .where('status', 'in', ['waiting', 'failed'])
    .where((eb) =>
      eb.or([
        eb.and({ kind: 'message', account_id: account.id }),
        eb.exists(
          eb
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('email_id', '=', 'outbox.id')
            .where('notifications.account_id', '=', account.id),
        ),
      ]),
    )
    .execute()
  await deleteOfAddress(trx, account.email)
  await trx
    .updateTable('notifications')
    .set({ object_id: email, object_name: email })
    .where(failuresOf(account.email))
    .execute()
}

export async function deleteOfAccount(trx: Trx, { id, email }: Recipient): Promise<void> {
  await trx.deleteFrom('outbox').where('account_id', '=', id).execute()
  await deleteOfAddress(trx, email)
  await trx.deleteFrom('notifications').where(failuresOf(email)).execute()
}

export async function claimNext({
  db,
  dialect,
}: Pick<OpenDatabase, 'db' | 'dialect'>): Promise<OutboxRow | undefined> {
  const now = Date.now()
  const first = (operator: '<=' | '>', time: number) =>
    db
      .selectFrom('outbox as next')
      .select('next.id')
      .where('next.status', '=', 'waiting')
      .where('next.due_at', operator, time)
      .orderBy('next.due_at')
      .orderBy('next.id')
      .limit(1)
      // SQLite has only one writer at a time.
      .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
  return db
    .updateTable('outbox')
    .set({ due_at: now + CLAIM_MS, attempts: sql`attempts + 1` })
    .where('id', '=', (eb) => eb.fn.coalesce(first('<=', now), first('>', now + MAX_WAIT_MS)))
    .returningAll()
    .executeTakeFirst()
}

export async function countSent(db: Db, { kind, recipient }: OutboxRow, since: number): Promise<number> {
  const { total } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'sent')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('ended_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Outcome = Partial<Pick<OutboxRow, 'status' | 'attempts' | 'due_at' | 'last_error' | 'ended_at'>>

/** Does nothing when another process has claimed the row since. */
async function updateClaimed(db: Db, { id, attempts }: OutboxRow, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Anyone can enter any address in the newsletter form, so its failed e-mails are not reported. */
async function notifyOfFailure(trx: Trx, { kind, recipient }: OutboxRow): Promise<void> {
  if (kind === 'confirmation' || kind === 'subscribed') return
  const object = { type: 'email', id: recipient, name: recipient }
  await notify(trx, { kind: 'emailFailed', object, quietMs: DAY_MS, withoutEmail: true })
}

export const markSent = (db: Db, row: OutboxRow) =>
  updateClaimed(db, row, { status: 'sent', ended_at: Date.now(), last_error: null })

export const release = (db: Db, row: OutboxRow) =>
  updateClaimed(db, row, { due_at: Date.now(), attempts: row.attempts - 1 })

export async function markFailure(
  db: Db,
  row: OutboxRow,
  { reason, permanent }: { reason: string; permanent: boolean },
): Promise<OutboxStatus> {
  const now = Date.now()
  const startedAt = row.ended_at ?? row.created_at
  const status = permanent || now >= startedAt + MAX_AGE_MS ? 'failed' : 'waiting'
  const outcome = status === 'failed' ? { ended_at: now } : { due_at: now + getBackoff(row.attempts) }
  await withWriteLock(db, async (trx) => {
    const isClaimed = await updateClaimed(trx, row, { status, last_error: reason, ...outcome })
    if (status === 'failed' && isClaimed) await notifyOfFailure(trx, row)
  })
  return status
}

export async function deleteRow(db: Db, row: OutboxRow): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', row.id).execute()
}

export async function deleteOld(db: Db): Promise<void> {
  const now = Date.now()
  for (const [status, lifetime] of [
    ['sent', SENT_LIFETIME_MS],
    ['failed', FAILED_LIFETIME_MS],
  ] as const)
    await db
      .deleteFrom('outbox')
      .where('status', '=', status)
      .where('due_at', '<', now - lifetime)
      .execute()
}

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
