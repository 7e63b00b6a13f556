import { createHash, type BinaryLike } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db, Trx } from '../db/open.ts'
import type { UploadedFile } from '../media/prepare.ts'

const LIFETIME_MS = DAY_MS

export function parseIdempotencyKey(key: string | undefined): string | null {
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new ApiError('malformed', 'The Idempotency-Key is not valid.')
  return key
}

const sha256 = (data: BinaryLike) => createHash('sha256').update(data).digest('base64url')

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Takes the parsed input, so that an equal request has the same fingerprint in another encoding. */
export const fingerprintOf = (...input: unknown[]): string => sha256(JSON.stringify(input, sortKeys))

export interface FileDigest {
  field: string
  name: string
  sha256: string
}

/** Digests the file as uploaded: other versions of sharp encode it to other bytes. */
export const digestOf = ({ field, name = '', bytes }: UploadedFile): FileDigest => ({
  field,
  name,
  sha256: sha256(bytes),
})

export const keyReused = () => new ApiError('invalid', 'This Idempotency-Key was used for another request.')

/** Returns null for a key that is unused; rejects one that was used for another request. */
export async function findResult(
  db: Db,
  scope: string,
  key: string | null,
  fingerprint: string,
): Promise<string | null> {
  if (key === null) return null
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['result', 'request_hash'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>=', Date.now() - LIFETIME_MS)
    .executeTakeFirst()
  if (!row) return null
  if (row.request_hash !== '' && row.request_hash !== fingerprint) throw keyReused()
  return row.result
}

/** Runs `work` once per key, in the transaction that stores its result; later calls get the stored result. */
export async function runOnce(
  trx: Trx,
  scope: string,
  key: string | null,
  fingerprint: string,
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
    .values({ scope, key, result: '', created_at: now, request_hash: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) return (await findResult(trx, scope, key, fingerprint)) ?? ''
  const result = await work()
  await trx
    .updateTable('idempotency_keys')
    .set({ result })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
  return result
}
