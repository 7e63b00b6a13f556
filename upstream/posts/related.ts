import type { Db } from '../db/open.ts'
import { isListed } from './removed.ts'

/** Only the newest posts of a popular tag are compared, so that the cost is bounded. */
const CANDIDATES_PER_TAG = 100

export async function findRelatedIds(db: Db, postId: number, limit: number): Promise<number[]> {
  const tags = await db.selectFrom('post_tags').select('tag_id').where('post_id', '=', postId).execute()
  const candidates = new Map<number, { shared: number; created: number }>()
  const add = (rows: { id: number; created_at: number }[], shared: 0 | 1) => {
    for (const row of rows) {
      const previous = candidates.get(row.id)?.shared ?? 0
      candidates.set(row.id, { shared: previous + shared, created: row.created_at })
    }
  }
  for (const { tag_id } of tags) {
    const rows = await db
      .selectFrom('post_tags')
      .select(['post_id as id', 'created_at'])
      .where('tag_id', '=', tag_id)
      .where('published', '=', 1)
      .orderBy('created_at', 'desc')
      .orderBy('post_id', 'desc')
      .limit(CANDIDATES_PER_TAG)
      .execute()
    add(rows, 1)
  }
  if (candidates.size <= limit) {
    const newest = db
      .selectFrom('posts')
      .select(['id', 'created_at'])
      .where('published', '=', 1)
      .where(isListed)
    add(
      await newest
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute(),
      0,
    )
  }
  candidates.delete(postId)
  return [...candidates]
    .toSorted(([idA, a], [idB, b]) => b.shared - a.shared || b.created - a.created || idB - idA)
    .slice(0, limit)
    .map(([id]) => id)
}
