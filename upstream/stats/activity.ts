import type { ActivityEntry } from '#contract/activity.ts'
import type { Role } from '#contract/roles.ts'
import type { RecentActivity } from '#contract/stats.ts'
import { findNewest, toEntries } from '../activity/list.ts'
import type { Db } from '../db/open.ts'
import { statusOf } from '../posts/removed.ts'

const MAX_ENTRIES = 10
/** Enough for ten objects, even when some were saved several times. */
const MAX_READ = 50

/** The newest entry of each kind and object, without sessions. */
export async function getRecentActivity(db: Db, role: Role): Promise<RecentActivity[]> {
  const rows = await findNewest(db, role, {}).where('object_type', '<>', 'session').limit(MAX_READ).execute()
  const seen = new Set<string>()
  const newest = rows.filter(({ kind, object_id }) => {
    const key = `${kind} ${object_id}`
    return !seen.has(key) && seen.add(key)
  })
  const entries = await toEntries(db, newest.slice(0, MAX_ENTRIES))
  const statusOf = await readStatuses(db, entries)
  return entries.map((entry) => ({ ...entry, status: statusOf(entry) }))
}

interface StoredStatus {
  published: number
  removed: number
  archived_at: number | null
  trashed_at: number | null
}

function toStatus({ published, removed, ...times }: StoredStatus) {
  if (removed === 1) return statusOf(times)
  return published === 1 ? 'published' : 'draft'
}

/** The current status, because a published post may be a draft again. */
async function readStatuses(db: Db, entries: ActivityEntry[]) {
  const idsOf = (type: string) => entries.flatMap(({ object }) => (object.type === type ? [object.id] : []))
  const posts = await db
    .selectFrom('posts')
    .leftJoin('removed_posts', 'post_id', 'posts.id')
    .select(['public_id', 'posts.published', 'removed', 'archived_at', 'trashed_at'])
    .where('public_id', 'in', ['', ...idsOf('post')])
    .execute()
  const unread = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('id', 'in', ['', ...idsOf('message')])
    .where('read_at', 'is', null)
    .execute()
  const statuses = new Map<string, RecentActivity['status']>([
    ...posts.map(({ public_id, ...post }) => [public_id, toStatus(post)] as const),
    ...unread.map(({ id }) => [id, 'pending'] as const),
  ])
  return ({ object }: ActivityEntry) => statuses.get(object.id)
}
