import type { Logger } from 'pino'
import type { ScannedText } from '#contract/post-checks.ts'
import type { DatabaseProblem } from '../db/errors.ts'
import type { Db, DialectName, OpenDatabase, Trx } from '../db/open.ts'
import { notify } from '../notifications/notify.ts'
import { requireChecks, scanForChecks } from '../post-checks/publishing.ts'
import { recordPostFired, type PostActor } from '../posts/activity.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'
import { requireApproval } from '../reviews/required.ts'
import { updatePost } from '../posts/save.ts'
import { findSchedule, saveSchedule, type ScheduleRow } from './store.ts'

export const RETRY_MS = 60_000
const MAX_POSTS = 20

interface Step {
  published: boolean
  at: number
}

const isTemporary = (problem: DatabaseProblem | null) => problem === 'busy' || problem === 'unreachable'

const isDue = (time: number | null, now: number): time is number => time !== null && time <= now

/** After a downtime both actions of a post may be due. */
const listSteps = ({ publish_at, unpublish_at }: ScheduleRow, now: number): Step[] => [
  ...(isDue(publish_at, now) ? [{ published: true, at: publish_at }] : []),
  ...(isDue(unpublish_at, now) ? [{ published: false, at: unpublish_at }] : []),
]

/** Publishes and unpublishes due posts; false when there was nothing to do. Reading the row under the write lock claims it. */
export async function fireDue(
  database: OpenDatabase,
  logger: Logger,
  siteUrl: string,
  now = Date.now(),
): Promise<boolean> {
  const due = await database.db
    .selectFrom('post_schedules')
    .select('post_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(MAX_POSTS)
    .execute()
  for (const { post_id } of due)
    await fireNow(database, { postId: post_id, siteUrl, now }).catch(async (error: unknown) => {
      if (isTemporary(database.problemOf(error))) throw error
      logger.error({ err: error, post: post_id }, 'A scheduled post could not be changed')
      await recordFailure(database.db, post_id, now)
    })
  return due.length > 0
}

interface Due {
  postId: number
  siteUrl: string
  now: number
}

async function fireNow({ db, dialect }: OpenDatabase, due: Due) {
  const scanned = await scanForChecks(db, due.postId, { isScheduled: true })
  await withWriteLock(db, (trx) => fire(trx, dialect, { ...due, scanned }))
}

async function fire(
  trx: LockedTrx,
  dialect: DialectName,
  { postId, siteUrl, now, scanned }: Due & { scanned: ScannedText | null },
) {
  const schedule = await findSchedule(trx, postId)
  if (!schedule || !isDue(schedule.due_at, now)) return
  const actor = await findActor(trx, schedule)
  for (const { published, at } of listSteps(schedule, now)) {
    const stored = await trx
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    if (stored.published === Number(published)) continue
    const change = { fields: { published }, cover: null, plannedAt: at }
    await updatePost(trx, dialect, stored, change, actor?.authorId ?? stored.author_id)
    if (published) {
      await requireChecks(trx, postId, siteUrl, { scanned })
      await requireApproval(trx, postId)
    }
    await recordPostFired(trx, actor ?? { ...byNobody, authorId: stored.author_id }, postId, published, at)
  }
  const isPublishing = isDue(schedule.publish_at, now)
  const publish_at = isPublishing ? null : schedule.publish_at
  const unpublish_at = isDue(schedule.unpublish_at, now) ? null : schedule.unpublish_at
  await saveSchedule(trx, postId, {
    publish_at,
    unpublish_at,
    due_at: publish_at ?? unpublish_at,
    failed_at: null,
    planned_for: isPublishing ? null : schedule.planned_for,
  })
}

const byNobody = { id: null, name: 'Schedule' }

/** Null when the account was deleted meanwhile. */
async function findActor(trx: Trx, { account_id }: ScheduleRow): Promise<PostActor | null> {
  const account = await trx
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'authors.name', 'author_id as authorId'])
    .where('accounts.id', '=', account_id ?? '')
    .executeTakeFirst()
  return account ?? null
}

/** Notifies only once; further attempts are silent. */
async function recordFailure(db: Db, postId: number, now: number) {
  await withWriteLock(db, async (trx) => {
    const schedule = await findSchedule(trx, postId)
    if (!schedule || !isDue(schedule.due_at, now)) return
    const { failed_at, account_id } = schedule
    await saveSchedule(trx, postId, { ...schedule, due_at: now + RETRY_MS, failed_at: failed_at ?? now })
    if (failed_at !== null) return
    const post = await trx
      .selectFrom('posts')
      .select(['public_id', 'title', 'author_id'])
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    const object = { type: 'post', id: post.public_id, name: post.title }
    const to = { editorId: account_id, authorId: post.author_id, role: 'owner' } as const
    await notify(trx, { kind: 'scheduleFailed', object, to })
  })
}
