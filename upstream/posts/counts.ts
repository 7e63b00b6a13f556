import { sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'
import { ALL_POSTS, updateBlocks } from './blocks.ts'

/** The next internal id. Updating the only row of `totals` locks it, so writers run one after another. */
export async function nextId(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('totals')
    .set({ last_id: sql`last_id + 1` })
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return row.last_id
}

/** Runs a transaction that writes posts, tags, authors, accounts or media: counts stay exact and writers cannot deadlock. */
export function withWriteLock<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await nextId(trx)
    return work(trx)
  })
}

interface CountedPost {
  createdAt: number
  authorId: number
  tagIds: number[]
  categoryId: number | null
  published: boolean
}

export async function updateCounts(trx: Trx, post: CountedPost, by: 1 | -1): Promise<void> {
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
