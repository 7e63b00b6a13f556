import type { LockedTrx } from '../db/write-lock.ts'
import { deleteUnusedImages } from '../media/images.ts'

/** No page has such a slug, and no name becomes one. */
const forgottenSlug = (id: number) => `~${id}`

export const FORGOTTEN = '~%'

/** Keeps the name, which revisions show. */
export async function forgetAuthor(trx: LockedTrx, id: number): Promise<void> {
  await trx.deleteFrom('author_slugs').where('author_id', '=', id).execute()
  await trx
    .updateTable('authors')
    .set({ slug: forgottenSlug(id), role: '', bio: '', links: '[]', photo_id: null })
    .where('id', '=', id)
    .execute()
  await deleteUnusedImages(trx)
}
