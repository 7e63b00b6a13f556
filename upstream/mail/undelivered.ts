import { FAILED_EMAILS_SHOWN, type UndeliveredEmails } from '#contract/system.ts'
import { toIso } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import { CLAIM_MS, type OutboxRow } from './outbox.ts'

const undelivered = (db: Db) =>
  db
    .selectFrom('outbox')
    .where('outbox.status', 'in', ['failed', 'waiting'])
    .where('outbox.last_error', 'is not', null)

export async function listUndelivered(db: Db): Promise<UndeliveredEmails> {
  const rows = await undelivered(db)
    .leftJoin('contact_messages', 'contact_messages.id', 'outbox.message_id')
    .selectAll('outbox')
    .select('contact_messages.subject')
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(FAILED_EMAILS_SHOWN)
    .execute()
  const { total } = await undelivered(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    data: rows.map(({ id, kind, recipient, subject, created_at, attempts, last_error, status, due_at }) => ({
      ...{ id, kind, recipient, subject, attempts },
      createdAt: toIso(created_at),
      error: last_error ?? '',
      nextAt: status === 'waiting' ? toIso(due_at) : null,
    })),
    total: Number(total),
  }
}

export const getUndelivered = (db: Db, id: string): Promise<OutboxRow | undefined> =>
  undelivered(db).selectAll('outbox').where('outbox.id', '=', id).executeTakeFirst()

/** The attempts and their days count from now, as for a new e-mail. A row that may be claimed, also by a node whose clock is ahead, is sent soon anyway. */
export async function queueAgain(db: Db, { id }: OutboxRow): Promise<void> {
  const now = Date.now()
  await db
    .updateTable('outbox')
    .set({ status: 'waiting', attempts: 0, due_at: now, ended_at: now, last_error: null })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', '=', 'waiting'), eb('due_at', '>', now + 2 * CLAIM_MS)]),
      ]),
    )
    .execute()
}
