import type { ActivityKind } from '#contract/activity.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { scheduleNames } from '#contract/schedule.ts'
import { toIso } from '#contract/time.ts'
import type { Account, FreshAccount } from '../accounts/tokens.ts'
import { automatic, recordActivity } from '../activity/record.ts'
import type { Trx } from '../db/open.ts'
import { oldestActivity } from '../jobs/retention.ts'
import { notify } from '../notifications/notify.ts'

type PostKind = Extract<ActivityKind, `post.${string}`>

/** Fields whose values are logged; for others only the name is. */
const shown = ['title', 'slug', 'author', 'category', 'tags', ...scheduleNames] as const
const named = ['excerpt', 'content', 'cover', 'coverAlt', 'seo'] as const

async function readPost(trx: Trx, id: number) {
  const post = await trx
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .select(['public_id', 'title', 'posts.slug', 'excerpt', 'published', 'author_id', 'content', 'seo'])
    .leftJoin('post_schedules', 'post_schedules.post_id', 'posts.id')
    .select(['publish_at', 'unpublish_at', 'planned_for'])
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['authors.name as author', 'cover_id as cover', 'cover_alt as coverAlt'])
    .select('categories.name as category')
    .where('posts.id', '=', id)
    .executeTakeFirstOrThrow()
  const tags = await trx
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select('tags.name')
    .where('post_id', '=', id)
    .orderBy('position')
    .execute()
  const { publish_at, unpublish_at, planned_for: plannedFor, ...fields } = post
  const dates = { publishAt: toIso(publish_at), unpublishAt: toIso(unpublish_at), plannedFor }
  return { ...fields, ...dates, tags: tags.map(({ name }) => name).join(', ') }
}

type RecordedPost = Awaited<ReturnType<typeof readPost>>
type Details = Pick<Parameters<typeof recordActivity>[2], 'fields' | 'changes'>

export type PostActor = Pick<Account, 'name' | 'authorId'> & { id: string | null }

async function record(
  trx: Trx,
  account: PostActor,
  kind: PostKind,
  post: RecordedPost,
  details: Details = {},
  formerAuthorId = post.author_id,
) {
  const object = { type: 'post', id: post.public_id, name: post.title }
  await recordActivity(trx, account, { kind, object, ...details })
  if (kind === 'post.created') return
  const notifyAuthor = async (kind: NotificationKind, authorId: number, type = object.type) => {
    if (authorId === account.authorId) return
    await notify(trx, { kind, object: { ...object, type }, actor: account, to: { authorId } })
  }
  if (formerAuthorId === post.author_id) return notifyAuthor('postChanged', post.author_id)
  await notifyAuthor('postChanged', formerAuthorId, 'formerPost')
  await notifyAuthor('postGiven', post.author_id)
}

export async function recordPostCreated(trx: Trx, account: FreshAccount, id: number): Promise<void> {
  const post = await readPost(trx, id)
  await record(trx, account, post.published ? 'post.published' : 'post.created', post)
  if (post.publishAt)
    await record(trx, account, 'post.scheduled', post, {
      changes: { publishAt: { from: null, to: post.publishAt } },
    })
}

export async function recordSamplePost(trx: Trx, id: number, at: number): Promise<void> {
  if (at < oldestActivity()) return
  const post = await readPost(trx, id)
  await recordActivity(
    trx,
    { id: null, name: post.author },
    {
      kind: post.published ? 'post.published' : 'post.created',
      object: { type: 'post', id: post.public_id, name: post.title },
      at,
    },
  )
}

export async function recordPostDeleted(trx: Trx, account: FreshAccount, id: number): Promise<void> {
  await record(trx, account, 'post.deleted', await readPost(trx, id))
}

export async function recordPostMoved(
  trx: Trx,
  account: FreshAccount,
  id: number,
  kind: PostKind,
  status: { from: string; to: string },
): Promise<void> {
  await record(trx, account, kind, await readPost(trx, id), { changes: { status } })
}

export async function recordChangesDiscarded(trx: Trx, account: FreshAccount, id: number): Promise<void> {
  await record(trx, account, 'post.changesDiscarded', await readPost(trx, id))
}

export async function recordPostFired(
  trx: Trx,
  actor: PostActor,
  id: number,
  published: boolean,
  at: number,
): Promise<void> {
  const kind = published ? 'post.published' : 'post.unpublished'
  const changes = { scheduled: { from: toIso(at), to: null } }
  await record(trx, actor, kind, await readPost(trx, id), { changes })
}

export async function recordPostPurged(trx: Trx, id: number): Promise<void> {
  const post = await readPost(trx, id)
  const object = { type: 'post', id: post.public_id, name: post.title }
  await recordActivity(trx, automatic, { kind: 'post.deleted', object })
}

export async function changeWithActivity(
  trx: Trx,
  account: FreshAccount,
  id: number,
  update: () => Promise<void>,
): Promise<void> {
  const before = await readPost(trx, id)
  await update()
  const after = await readPost(trx, id)
  const isGiven = before.author_id !== after.author_id
  const differs = (field: keyof RecordedPost) =>
    before[field] !== after[field] || (field === 'author' && isGiven)
  const fields = named.filter(differs)
  const changes = Object.fromEntries(
    shown.filter(differs).map((field) => [field, { from: before[field], to: after[field] }]),
  )
  const details = {
    ...(fields.length > 0 && { fields }),
    ...(Object.keys(changes).length > 0 && { changes }),
  }
  const recordAs = (kind: PostKind) => record(trx, account, kind, after, details, before.author_id)
  if (differs('published')) return recordAs(after.published ? 'post.published' : 'post.unpublished')
  if (differs('publishAt')) return recordAs(after.publishAt ? 'post.scheduled' : 'post.unscheduled')
  if (Object.keys(details).length > 0) await recordAs('post.changed')
}
