import type { Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'

export async function recordImages(trx: LockedTrx, postId: number, mediaIds: string[]): Promise<void> {
  await releaseImages(trx, postId)
  const rows = mediaIds.map((media_id) => ({ post_id: postId, media_id }))
  if (rows.length > 0) await trx.insertInto('working_copy_images').values(rows).execute()
}

export async function releaseImages(trx: Trx, postId: number): Promise<string[]> {
  const released = await trx
    .deleteFrom('working_copy_images')
    .where('post_id', '=', postId)
    .returning('media_id')
    .execute()
  const ids = released.map(({ media_id }) => media_id)
  if (ids.length > 0)
    await trx.updateTable('media').set({ last_used_at: Date.now() }).where('id', 'in', ids).execute()
  return ids
}
