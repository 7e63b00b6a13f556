import type { Trx } from './db/open.ts'
import { Fault } from './faults.ts'

const KEPT_MS = 24 * 3_600_000

export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Fault('malformed', 'The Idempotency-Key is not valid.')
  return key
}

/**
 * Runs `work` once for a key and keeps what it returned, in the transaction of the work itself; the second
 * call with the same key gets the kept result.
 */
export async function once(
  trx: Trx,
  scope: string,
  key: string | null,
  work: () => Promise<string>,
): Promise<{ result: string; repeated: boolean }> {
  if (key === null) return { result: await work(), repeated: false }
  const now = Date.now()
  await trx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, result: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const row = trx
    .selectFrom('idempotency_keys')
    .select('result')
    .where('scope', '=', scope)
    .where('key', '=', key)
  if (!claimed) return { result: (await row.executeTakeFirstOrThrow()).result, repeated: true }
  const result = await work()
  await trx
    .updateTable('idempotency_keys')
    .set({ result })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
  return { result, repeated: false }
}
