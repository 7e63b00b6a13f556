import type { ActivityEntry } from '#contract/activity.ts'
import type { RecentActivity } from '#contract/stats.ts'
import type { Account } from '../accounts/tokens.ts'
import { findNewest, toEntries } from '../activity/list.ts'
import type { Db } from '../db/open.ts'
import { mayChangePost } from '../posts/permissions.ts'
import { statusOf } from '../posts/removed.ts'

const MAX_ENTRIES = 10
/** Enough for ten objects, even when some were saved several times. */
const MAX_READ = 50

export async function getRecentActivity(db: Db, account: Account): Promise<RecentActivity[]> {
  const rows = await findNewest(db, account.role, {})
    .where('object_type', '<>', 'session')
    .limit(MAX_READ)
    .execute()
  const seen = new Set<string>()
  const newest = rows.filter(({ kind, object_id }) => {
    const key = `${kind} ${object_id}`
    return !seen.has(key) && seen.add(key)
  })
  const entries = await toEntries(db, newest.slice(0, MAX_ENTRIES))
  const states = await readStates(db, account, entries)
  const changed = new Set<string>()
  return entries.map((entry) => {
    const { kind, object } = entry
    const state = states.get(object.id)
    const status = changed.has(object.id) ? statusAfter.get(kind) : state?.status
    if (statusAfter.has(kind)) changed.add(object.id)
    return { ...entry, ...state, status: state && status }
  })
}

/** The status of a post after these entries; unknown where it depends on the status before. */
const statusAfter = new Map<string, RecentActivity['status']>([
  ['post.created', 'draft'],
  ['post.published', 'published'],
  ['post.unpublished', 'draft'],
  ['post.scheduled', undefined],
  ['post.unscheduled', undefined],
  ['post.archived', 'archived'],
  ['post.trashed', 'trash'],
  ['post.restored', undefined],
])

interface StoredStatus {
  published: number
  publish_at: number | null
  removed: number
  archived_at: number | null
  trashed_at: number | null
}

function toStatus({ published, publish_at, removed, ...times }: StoredStatus) {
  if (removed === 1) return statusOf(times)
  if (published === 1) return 'published'
  return publish_at === null ? 'draft' : 'scheduled'
}

/** The current status, which is that of an entry until another one changes it. */
async function readStates(db: Db, account: Account, entries: ActivityEntry[]) {
  const idsOf = (type: string) => entries.flatMap(({ object }) => (object.type === type ? [object.id] : []))
  const posts = await db
    .selectFrom('posts')
    .leftJoin('removed_posts', 'removed_posts.post_id', 'posts.id')
    .leftJoin('post_schedules', 'post_schedules.post_id', 'posts.id')
    .select([
      'public_id',
      'author_id',
      'posts.published',
      'removed',
      'archived_at',
      'trashed_at',
      'publish_at',
    ])
    .where('public_id', 'in', ['', ...idsOf('post')])
    .execute()
  const unread = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('id', 'in', ['', ...idsOf('message')])
    .where('read_at', 'is', null)
    .execute()
  return new Map<string, Pick<RecentActivity, 'status' | 'editable'>>([
    ...posts.map(
      (post) => [post.public_id, { status: toStatus(post), editable: mayChangePost(account, post) }] as const,
    ),
    ...unread.map(({ id }) => [id, { status: 'pending' }] as const),
  ])
}
