import { ApiError } from '#contract/errors.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db, Trx } from '../db/open.ts'

const LIFETIME_MS = DAY_MS

export function parseIdempotencyKey(key: string | undefined): string | null {
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new ApiError('malformed', 'The Idempotency-Key is not valid.')
  return key
}

export async function findResult(db: Db, scope: string, key: string | null): Promise<string | null> {
  if (key === null) return null
  const row = await db
    .selectFrom('idempotency_keys')
    .select('result')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.result ?? null
}

/** Runs `work` once per key, in the transaction that stores its result; later calls get the stored result. */
export async function runOnce(
  trx: Trx,
  scope: string,
  key: string | null,
  work: () => Promise<string>,
): Promise<string> {
  if (key === null) return work()
  const now = Date.now()
  await trx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - LIFETIME_MS)
    .execute()
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, result: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) return (await findResult(trx, scope, key)) ?? ''
  const result = await work()
  await trx
    .updateTable('idempotency_keys')
    .set({ result })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
  return result
}
