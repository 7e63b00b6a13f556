import { sql } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import { recordChange } from '../changes/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { rebuildBlocks } from './blocks.ts'

/** Returns the number of posts. Open editors get a conflict. */
export async function reassignPosts(
  trx: LockedTrx,
  dialect: DialectName,
  fromAuthorId: number,
  toAuthorId: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ author_id: toAuthorId, version: sql`version + 1` })
    .where('author_id', '=', fromAuthorId)
    .executeTakeFirst()
  const counts = await trx
    .selectFrom('authors')
    .select(['published_count', 'total_count'])
    .where('id', '=', fromAuthorId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('authors')
    .set({ published_count: 0, total_count: 0 })
    .where('id', '=', fromAuthorId)
    .execute()
  await trx
    .updateTable('authors')
    .set({
      published_count: sql`published_count + ${counts.published_count}`,
      total_count: sql`total_count + ${counts.total_count}`,
    })
    .where('id', '=', toAuthorId)
    .execute()
  await rebuildBlocks(trx, [fromAuthorId, toAuthorId])
  if (counts.published_count > 0) await recordChange(trx, dialect, { tags: [pageTags.all], removes: false })
  return Number(numUpdatedRows)
}
