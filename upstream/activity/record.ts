import { v7 as uuid } from 'uuid'
import type { ActivityKind } from '#contract/activity.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { Trx } from '../db/open.ts'

export interface ActivityEntry {
  kind: ActivityKind
  object: { type: string; id: string; name: string }
  /** Names of changed fields whose values are too long or too private to store. */
  fields?: string[]
  changes?: Record<string, { from: unknown; to: unknown }>
  review?: string
  /** Only for sample content. */
  at?: number
}

/** The account of a caller is read under the write lock. The id is null for a person who acts without an account. */
export type Actor = FreshAccount | { id: string | null; name: string; tokenHash?: never }

export const commandLine: Actor = { id: null, name: 'Command line' }
export const automatic: Actor = { id: null, name: 'Automatic cleanup' }

/** Call it in the transaction of the write. The actor is null for visitors, whose names are not logged. */
export async function recordActivity(
  trx: Trx,
  account: Actor | null,
  { kind, object, fields, changes, review, at = Date.now() }: ActivityEntry,
): Promise<void> {
  const details = { ...(fields && { fields }), ...(changes && { changes }), ...(review && { review }) }
  await trx
    .insertInto('activity')
    .values({
      id: uuid(),
      created_at: at,
      account_id: account?.id ?? null,
      account_name: account?.name ?? '',
      kind,
      object_type: object.type,
      object_id: object.id,
      object_name: object.name,
      details: JSON.stringify(details),
    })
    .execute()
}
