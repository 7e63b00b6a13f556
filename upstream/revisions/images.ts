import { sql } from 'kysely'
import type { Trx } from '../db/open.ts'

/** One row per uninterrupted use, so that a revision with the same images adds no rows. */
export async function recordRevisionImages(
  trx: Trx,
  { postId, number, previous }: { postId: number; number: number; previous: number | null },
  mediaIds: string[],
): Promise<void> {
  if (mediaIds.length === 0) return
  const extended =
    previous === null
      ? []
      : await trx
          .updateTable('post_revision_images')
          .set({ last_number: number })
          .where('post_id', '=', postId)
          .where('last_number', '=', previous)
          .where('media_id', 'in', mediaIds)
          .returning('media_id')
          .execute()
  const known = new Set(extended.map(({ media_id }) => media_id))
  const rows = mediaIds
    .filter((id) => !known.has(id))
    .map((media_id) => ({ post_id: postId, media_id, first_number: number, last_number: number }))
  if (rows.length > 0) await trx.insertInto('post_revision_images').values(rows).execute()
}

export async function withdrawRevisionImages(
  trx: Trx,
  { postId, number, previous }: { postId: number; number: number; previous: number },
): Promise<void> {
  const ending = trx.deleteFrom('post_revision_images').where('post_id', '=', postId)
  await ending.where('last_number', '=', number).where('first_number', '>', previous).execute()
  await trx
    .updateTable('post_revision_images')
    .set({ last_number: previous })
    .where('post_id', '=', postId)
    .where('last_number', '=', number)
    .execute()
}

export async function releaseRevisionImages(trx: Trx, postId: number): Promise<void> {
  await trx
    .deleteFrom('post_revision_images')
    .where('post_id', '=', postId)
    .where(
      sql<boolean>`not exists (select 1 from post_revisions where post_revisions.post_id = ${postId}
        and post_revisions.number between first_number and last_number)`,
    )
    .execute()
}
