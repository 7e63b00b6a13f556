import { toIso } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import type { LoadedPost } from '../posts/load.ts'

export async function addSchedules<Loaded extends LoadedPost>(db: Db, posts: Loaded[]): Promise<Loaded[]> {
  if (posts.length === 0) return posts
  const ids = posts.map(({ id }) => id)
  const rows = await db
    .selectFrom('post_schedules')
    .innerJoin('posts', 'posts.id', 'post_schedules.post_id')
    .leftJoin('accounts', 'accounts.id', 'account_id')
    .leftJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['public_id', 'publish_at', 'unpublish_at', 'planned_for', 'failed_at', 'authors.name'])
    .where('public_id', 'in', ids)
    .execute()
  const schedules = new Map(rows.map((row) => [row.public_id, row]))
  return posts.map((post) => {
    const row = schedules.get(post.id)
    const publishAt = toIso(row?.publish_at ?? null)
    return {
      ...post,
      ...(publishAt !== null && post.status === 'draft' && { status: 'scheduled' }),
      publishAt,
      unpublishAt: toIso(row?.unpublish_at ?? null),
      plannedFor: row?.planned_for ?? null,
      ...(typeof row?.failed_at === 'number' && { scheduleFailed: true }),
      ...(row?.name && { scheduledBy: row.name }),
    }
  })
}
