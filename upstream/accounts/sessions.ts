import type { AccountSession } from '#contract/profile.ts'
import { MINUTE_MS, toIso } from '#contract/time.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/open.ts'
import type { Account } from './tokens.ts'

const MAX_LISTED = 100
const SEEN_INTERVAL_MS = 5 * MINUTE_MS

export async function listSessions(db: Db, account: Account): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'hash', 'device', 'created_at', 'last_seen_at'])
    .where('account_id', '=', account.id)
    .where('expires_at', '>', Date.now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ id, hash, device, created_at, last_seen_at }) => ({
    id,
    device,
    createdAt: toIso(created_at),
    lastSeenAt: toIso(last_seen_at),
    current: hash === account.tokenHash,
  }))
}

export async function endSession(
  db: Db,
  account: Account,
  session: { id: string } | { hash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('tokens')
      .where((eb) => eb.and(session))
      .where('account_id', '=', account.id)
      .returning('device')
      .executeTakeFirst()
    if (!ended) return false
    const { id, name } = account
    const object = { type: 'session', id, name: ended.device }
    await recordActivity(trx, { id, name }, { kind: 'session.ended', object })
    return true
  })
}

export async function endOtherSessions(db: Db, account: Account): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('account_id', '=', account.id)
    .where('hash', '<>', account.tokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const writing = new Set<string>()

/** A request does not wait for this write or fail with it, so that staff can still read on a full disk. */
export function recordSessionSeen(db: Db, { tokenHash, tokenSeenAt }: Account): void {
  const now = Date.now()
  if (now - tokenSeenAt < SEEN_INTERVAL_MS || writing.has(tokenHash)) return
  writing.add(tokenHash)
  void db
    .updateTable('tokens')
    .set({ last_seen_at: now })
    .where('hash', '=', tokenHash)
    .where('last_seen_at', '=', tokenSeenAt)
    .execute()
    .catch(() => {})
    .finally(() => writing.delete(tokenHash))
}
