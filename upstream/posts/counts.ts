import { sql } from 'kysely'
import type { Trx } from '../db/open.ts'

/**
 * The next internal id. It updates the one row of totals, so everything that writes posts, tags or authors
 * goes through here first and waits its turn: counts stay exact and no two writers can lock each other out.
 */
export async function nextId(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('totals')
    .set({ last_id: sql`last_id + 1` })
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return row.last_id
}

export const lockPosts = nextId

interface Counted {
  authorId: number
  tagIds: number[]
  published: boolean
}

/** Adds a post to every count it belongs to (`by` 1) or takes it out (`by` -1). */
export async function count(trx: Trx, post: Counted, by: 1 | -1): Promise<void> {
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
  if (post.tagIds.length > 0)
    await trx.updateTable('tags').set(change).where('id', 'in', post.tagIds).execute()
}
