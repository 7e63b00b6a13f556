import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

export type RemovedStatus = 'archived' | 'trash'

/** A literal, because SQLite uses the indexes of lists only for a condition without a parameter. */
export const isListed = sql<boolean>`posts.removed = 0`

interface RemovalTimes {
  archived_at: number | null
  trashed_at: number | null
}

export const statusOf = ({ trashed_at }: RemovalTimes): RemovedStatus =>
  trashed_at === null ? 'archived' : 'trash'

export const removedAt = ({ archived_at, trashed_at }: RemovalTimes) => trashed_at ?? archived_at ?? 0

export const findRemoval = (db: Db, postId: number) =>
  db.selectFrom('removed_posts').selectAll().where('post_id', '=', postId).executeTakeFirst()

export async function getRemovals(db: Db, postIds: number[]) {
  const rows = await db.selectFrom('removed_posts').selectAll().where('post_id', 'in', postIds).execute()
  return new Map(rows.map((row) => [row.post_id, row]))
}

export async function getRemovedTagNames(db: Db, postIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('removed_post_tags')
    .innerJoin('tags', 'tags.id', 'removed_post_tags.tag_id')
    .select(['post_id', 'tags.name'])
    .where('post_id', 'in', postIds)
    .orderBy('removed_post_tags.position')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.post_id)].map(([id, group]) => [id, group.map((row) => row.name)]),
  )
}
