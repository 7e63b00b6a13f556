import { MINUTE_MS } from '#contract/time.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { Trx } from '../db/open.ts'
import type { PostChange } from './input.ts'
import type { PostRow } from './stored.ts'

const UNDO_MS = 10 * MINUTE_MS

/** Whether the change only republishes a post that the same person just unpublished, so that no other text goes live. */
export async function undoesUnpublishing(
  trx: Trx,
  account: FreshAccount,
  stored: PostRow,
  { fields, cover }: PostChange,
): Promise<boolean> {
  const changed = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (cover || !fields.published || changed.length > 1) return false
  const last = await trx
    .selectFrom('post_revisions')
    .select(['changed', 'published', 'author_id', 'created_at'])
    .where('post_id', '=', stored.id)
    .where('working_copy', '=', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    last?.changed === JSON.stringify(['published']) &&
    last.published === 0 &&
    last.author_id === account.authorId &&
    last.created_at === stored.updated_at &&
    Date.now() - last.created_at < UNDO_MS
  )
}
