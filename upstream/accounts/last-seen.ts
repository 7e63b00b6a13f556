import type { Db } from '../db/open.ts'

const INTERVAL_MS = 5 * 60_000

const writing = new Set<string>()

/** Does not delay the request; when the write fails, the older time stays. */
export function recordAccountSeen(db: Db, account: { id: string; lastSeenAt: number | null }): void {
  const before = Date.now() - INTERVAL_MS
  if ((account.lastSeenAt ?? 0) > before || writing.has(account.id)) return
  writing.add(account.id)
  void db
    .updateTable('accounts')
    .set({ last_seen_at: Date.now() })
    .where('id', '=', account.id)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', before)]))
    .execute()
    .catch(() => {})
    .finally(() => writing.delete(account.id))
}
