import { sql } from 'kysely'
import type { Trx } from '../db/open.ts'
import { compress } from './codec.ts'
import { listChanges, parseDocument } from './document.ts'
import { releaseRevisionImages } from './images.ts'
import { readText } from './texts.ts'

const DAY_MS = 24 * 3_600_000
const COMPLETE_DAYS = 90
/** Bounds the time of a save. */
const MAX_DELETED = 10

/**
 * Of the unnamed revisions of a day that is 90 days ago, the last one stays, and each that published the post or took
 * it offline; see docs/decisions/0034.
 */
export async function thinRevisions(trx: Trx, postId: number, now: number): Promise<void> {
  const rows = await trx
    .selectFrom('post_revisions')
    .select('number')
    .where('post_id', '=', postId)
    .where('created_at', '<', now - COMPLETE_DAYS * DAY_MS)
    .where('name', 'is', null)
    .where('changed', 'not like', '%"published"%')
    .where(
      sql<boolean>`exists (select 1 from post_revisions as later
        where later.post_id = post_revisions.post_id and later.number > post_revisions.number
        and later.created_at / ${sql.lit(DAY_MS)} = post_revisions.created_at / ${sql.lit(DAY_MS)})`,
    )
    .orderBy('number')
    .limit(MAX_DELETED)
    .execute()
  for (const { number } of rows) await deleteRevision(trx, postId, number)
  if (rows.length > 0) await releaseRevisionImages(trx, postId)
}

/** The revision after it takes its place in the chain; the newest one is never deleted. */
async function deleteRevision(trx: Trx, postId: number, number: number) {
  const near = (direction: 'before' | 'after') =>
    trx
      .selectFrom('post_revisions')
      .select(['number', 'depth'])
      .where('post_id', '=', postId)
      .where('number', direction === 'before' ? '<' : '>', number)
      .orderBy('number', direction === 'before' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
  const { depth } = await trx
    .selectFrom('post_revisions')
    .select('depth')
    .where('post_id', '=', postId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const previous = await near('before')
  const next = await near('after')
  const before = previous ? await readText(trx, postId, previous.number) : null
  const after = next ? await readText(trx, postId, next.number) : null
  if (!next || !after) return
  const changed = JSON.stringify(listChanges(before && parseDocument(before), parseDocument(after)))
  const moved = next.depth === 0 ? {} : { depth, document: compress(after, depth === 0 ? null : before) }
  await trx
    .updateTable('post_revisions')
    .set({ changed, ...moved })
    .where('post_id', '=', postId)
    .where('number', '=', next.number)
    .execute()
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).where('number', '=', number).execute()
}
