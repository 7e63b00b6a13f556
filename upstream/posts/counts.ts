import { sql } from 'kysely'
import type { LockedTrx } from '../db/write-lock.ts'
import { ALL_POSTS, updateBlocks } from './blocks.ts'

interface CountedPost {
  createdAt: number
  authorId: number
  tagIds: number[]
  categoryId: number | null
  published: boolean
}

export async function updateCounts(trx: LockedTrx, post: CountedPost, by: 1 | -1): Promise<void> {
  const published = post.published ? by : 0
  await trx
    .updateTable('totals')
    .set({ total: sql`total + ${by}`, published: sql`published + ${published}` })
    .execute()
  const change = {
    total_count: sql<number>`total_count + ${by}`,
    published_count: sql<number>`published_count + ${published}`,
  }
  await trx.updateTable('authors').set(change).where('id', '=', post.authorId).execute()
  if (post.categoryId !== null)
    await trx.updateTable('categories').set(change).where('id', '=', post.categoryId).execute()
  if (post.tagIds.length > 0)
    await trx.updateTable('tags').set(change).where('id', 'in', post.tagIds).execute()
  const category = post.categoryId === null ? [] : [post.categoryId]
  await updateBlocks(trx, { ...post, listIds: [ALL_POSTS, post.authorId, ...category, ...post.tagIds] }, by)
}
