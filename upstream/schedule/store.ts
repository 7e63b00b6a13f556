import type { Selectable } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'

export type ScheduleRow = Selectable<Tables['post_schedules']>

type Times = Pick<ScheduleRow, 'publish_at' | 'unpublish_at'>
type Dates = Times & Pick<ScheduleRow, 'planned_for'>

interface ScheduleChange {
  publishAt?: number | null | undefined
  unpublishAt?: number | null | undefined
  plannedFor?: string | null | undefined
}

const noDates: Dates = { publish_at: null, unpublish_at: null, planned_for: null }

export const findSchedule = (db: Db, postId: number) =>
  db.selectFrom('post_schedules').selectAll().where('post_id', '=', postId).executeTakeFirst()

const rejected = (field: keyof ScheduleChange, message: string) =>
  ApiError.forField('malformed', field, message)

const nextTime = ({ publish_at, unpublish_at }: Times) => publish_at ?? unpublish_at

const hasSameTimes = (a: Times, b: Times) =>
  a.publish_at === b.publish_at && a.unpublish_at === b.unpublish_at

/** A stored time may have passed meanwhile. */
function checkTimes(before: Times, { publish_at, unpublish_at }: Times, now: number) {
  if (publish_at !== null && publish_at !== before.publish_at && publish_at <= now)
    throw rejected('publishAt', 'The time to publish must be in the future.')
  if (unpublish_at !== null && unpublish_at !== before.unpublish_at && unpublish_at <= now)
    throw rejected('unpublishAt', 'The time to take the post offline must be in the future.')
  if (publish_at !== null && unpublish_at !== null && unpublish_at <= publish_at)
    throw rejected('unpublishAt', 'The post must be taken offline after it is published.')
}

export async function listChangedTimes(db: Db, postId: number, change: ScheduleChange): Promise<string[]> {
  const { publishAt, unpublishAt } = change
  if (publishAt === undefined && unpublishAt === undefined) return []
  const { publish_at, unpublish_at } = (await findSchedule(db, postId)) ?? noDates
  return [
    ...(publishAt !== undefined && publishAt !== publish_at ? ['publishAt'] : []),
    ...(unpublishAt !== undefined && unpublishAt !== unpublish_at ? ['unpublishAt'] : []),
  ]
}

/** Publishing a post manually clears its schedule and planned day. */
export async function changeSchedule(
  trx: LockedTrx,
  account: FreshAccount,
  postId: number,
  { publishAt, unpublishAt, plannedFor }: ScheduleChange,
): Promise<void> {
  const before = (await findSchedule(trx, postId)) ?? { ...noDates, due_at: null }
  const wanted: Dates = {
    publish_at: publishAt === undefined ? before.publish_at : publishAt,
    unpublish_at: unpublishAt === undefined ? before.unpublish_at : unpublishAt,
    planned_for: plannedFor === undefined ? before.planned_for : plannedFor,
  }
  const { published } = await trx
    .selectFrom('posts')
    .select('published')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  if (published === 1) {
    const message = 'This post is published. Save it as a draft to schedule it again.'
    if (publishAt && publishAt !== before.publish_at) throw rejected('publishAt', message)
    if (plannedFor && plannedFor !== before.planned_for) throw rejected('plannedFor', message)
    // It passed while publishing failed, and would take the post offline at once.
    if (before.publish_at !== null && wanted.unpublish_at !== null && wanted.unpublish_at <= Date.now())
      throw rejected(
        'unpublishAt',
        'The time to take the post offline has passed. Change or remove it to publish.',
      )
    Object.assign(wanted, { publish_at: null, planned_for: null })
  }
  if (hasSameTimes(before, wanted) && before.planned_for === wanted.planned_for) return
  if (hasSameTimes(before, wanted)) return saveSchedule(trx, postId, { ...wanted, due_at: before.due_at })
  checkTimes(before, wanted, Date.now())
  const due = { due_at: nextTime(wanted), failed_at: null, account_id: account.id }
  await saveSchedule(trx, postId, { ...wanted, ...due })
}

export async function saveSchedule(
  trx: Trx,
  postId: number,
  row: Dates & Pick<ScheduleRow, 'due_at'> & Partial<ScheduleRow>,
): Promise<void> {
  const { publish_at, unpublish_at, planned_for } = row
  if ((publish_at ?? unpublish_at ?? planned_for) === null)
    await trx.deleteFrom('post_schedules').where('post_id', '=', postId).execute()
  else
    await trx
      .insertInto('post_schedules')
      .values({ failed_at: null, account_id: null, ...row, post_id: postId })
      .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
      .execute()
}

/** Clears the due time while a post is archived or trashed. */
export async function pauseSchedule(trx: Trx, postId: number): Promise<void> {
  const paused = { due_at: null, failed_at: null }
  await trx.updateTable('post_schedules').set(paused).where('post_id', '=', postId).execute()
}

/** A restored post is not published late. Returns whether its unpublish time has passed. */
export async function resumeSchedule(trx: Trx, postId: number): Promise<boolean> {
  const stored = await findSchedule(trx, postId)
  if (!stored) return false
  const now = Date.now()
  const isFuture = (time: number | null) => time !== null && time > now
  const publish_at = isFuture(stored.publish_at) ? stored.publish_at : null
  const unpublish_at = isFuture(stored.unpublish_at) ? stored.unpublish_at : null
  const due_at = nextTime({ publish_at, unpublish_at })
  await saveSchedule(trx, postId, { ...stored, publish_at, unpublish_at, due_at })
  return stored.unpublish_at !== null && unpublish_at === null
}
