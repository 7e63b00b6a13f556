import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Trx } from '../db/open.ts'
import { compress } from './codec.ts'
import { listChanges, parseDocument } from './document.ts'
import { releaseRevisionImages } from './images.ts'
import { findNewest, findPrevious, readText, readTextOf } from './texts.ts'

const COMPLETE_DAYS = 1
const HOURLY_DAYS = 7
/** Limits the time that pruning adds to a save. */
const MAX_DELETED = 10

/** Deletes only unnamed automatic revisions, and keeps the last of each period; see docs/decisions/0034. */
export async function pruneRevisions(trx: Trx, postId: number, now: number): Promise<void> {
  const before = (days: number) => sql.lit(now - days * DAY_MS)
  const rows = await trx
    .selectFrom('post_revisions')
    .select('number')
    .where('post_id', '=', postId)
    .where('automatic', '=', 1)
    .where('name', 'is', null)
    .where('created_at', '<', before(COMPLETE_DAYS))
    .where(
      sql<boolean>`exists (select 1 from post_revisions as later
        where later.post_id = post_revisions.post_id and later.number > post_revisions.number
        and later.automatic = 1
        and later.created_at / ${sql.lit(DAY_MS)} = post_revisions.created_at / ${sql.lit(DAY_MS)}
        and (post_revisions.created_at < ${before(HOURLY_DAYS)}
          or later.created_at / ${sql.lit(HOUR_MS)} = post_revisions.created_at / ${sql.lit(HOUR_MS)}))`,
    )
    .orderBy('number')
    .limit(MAX_DELETED)
    .execute()
  for (const { number } of rows) await deleteRevision(trx, postId, number)
  if (rows.length > 0) await releaseRevisionImages(trx, postId)
}

/** The next revision takes its place in the chain; the newest one is never deleted. */
async function deleteRevision(trx: Trx, postId: number, number: number) {
  const { depth } = await trx
    .selectFrom('post_revisions')
    .select('depth')
    .where('post_id', '=', postId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const next = await trx
    .selectFrom('post_revisions')
    .select(['number', 'depth', 'working_copy'])
    .where('post_id', '=', postId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const after = next && (await readText(trx, postId, next.number))
  if (!next || !after) return
  const previous = depth === 0 ? null : await findNewest(trx, postId, { below: number })
  const before = await readTextOf(trx, postId, previous)
  if (next.depth > 0)
    await trx
      .updateTable('post_revisions')
      .set({ depth, document: compress(after, before) })
      .where('post_id', '=', postId)
      .where('number', '=', next.number)
      .execute()
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).where('number', '=', number).execute()
  if (next.working_copy === 0) return
  const compared = await readTextOf(trx, postId, await findPrevious(trx, postId, next))
  const changed = listChanges(compared && parseDocument(compared), parseDocument(after))
  await trx
    .updateTable('post_revisions')
    .set({ changed: JSON.stringify(changed) })
    .where('post_id', '=', postId)
    .where('number', '=', next.number)
    .execute()
}
