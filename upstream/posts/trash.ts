import { ApiError } from '#contract/errors.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { searchWords } from '../db/search-words.ts'
import { recordRedirectsOf } from '../redirects/of-post.ts'
import { pauseSchedule, resumeSchedule } from '../schedule/store.ts'
import { findRemoval, getRemovedTagNames, statusOf, type RemovedStatus } from './removed.ts'
import type { PostRow } from './stored.ts'
import { relistPost, unlistPost } from './unlist.ts'
import { deleteUnusedTags } from './tags.ts'

const inTrash = (action: string) =>
  new ApiError('conflict', `This post is in the trash. Restore it to ${action} it.`)

export async function requireListed(trx: LockedTrx, stored: PostRow): Promise<void> {
  const status = await removedStatus(trx, stored)
  if (status === 'trash') throw inTrash('change')
  if (status) throw new ApiError('conflict', 'This post is archived. Restore it to change it.')
}

export async function removedStatus(trx: LockedTrx, stored: PostRow): Promise<RemovedStatus | null> {
  const removal = stored.removed === 1 ? await findRemoval(trx, stored.id) : undefined
  return removal ? statusOf(removal) : null
}

export type Status = 'published' | 'draft' | RemovedStatus

export async function getStatus(trx: LockedTrx, stored: PostRow): Promise<Status> {
  return (await removedStatus(trx, stored)) ?? (stored.published === 1 ? 'published' : 'draft')
}

/** Returns null when the post is archived already. */
export async function archivePost(
  trx: LockedTrx,
  dialect: DialectName,
  stored: PostRow,
): Promise<Status | null> {
  const status = await removedStatus(trx, stored)
  if (status === 'trash') throw inTrash('archive')
  if (status) return null
  await removePost(trx, dialect, stored, { archived_at: Date.now(), trashed_at: null })
  return 'archived'
}

/** Returns null when the post is in the trash already. */
export async function trashPost(
  trx: LockedTrx,
  dialect: DialectName,
  stored: PostRow,
): Promise<Status | null> {
  const status = await removedStatus(trx, stored)
  if (status === 'trash') return null
  if (status) await setTrashed(trx, stored, Date.now())
  else await removePost(trx, dialect, stored, { archived_at: null, trashed_at: Date.now() })
  return 'trash'
}

/** Returns the post to its former state: a post that was archived before it was deleted is archived again. */
export async function restorePost(
  trx: LockedTrx,
  dialect: DialectName,
  stored: PostRow,
): Promise<Status | null> {
  const removal = stored.removed === 1 ? await findRemoval(trx, stored.id) : undefined
  if (!removal) return null
  if (removal.trashed_at !== null && removal.archived_at !== null) {
    await setTrashed(trx, stored, null)
    return 'archived'
  }
  const names = (await getRemovedTagNames(trx, [stored.id])).get(stored.id) ?? []
  await trx.deleteFrom('removed_posts').where('post_id', '=', stored.id).execute()
  await trx.deleteFrom('removed_post_tags').where('post_id', '=', stored.id).execute()
  const published = (await resumeSchedule(trx, stored.id)) ? 0 : removal.published
  await update(trx, stored, { published, removed: 0 })
  await relistPost(trx, dialect, { ...stored, published, removed: 0 }, names)
  if (published === 0) await recordRedirectsOf(trx, dialect, stored.id)
  return published === 1 ? 'published' : 'draft'
}

const update = (trx: Trx, { id, version }: PostRow, fields: { published?: number; removed?: number }) =>
  trx
    .updateTable('posts')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', id)
    .execute()

async function setTrashed(trx: Trx, stored: PostRow, trashed_at: number | null) {
  await trx.updateTable('removed_posts').set({ trashed_at }).where('post_id', '=', stored.id).execute()
  await update(trx, stored, {})
}

interface RemovalTimes {
  archived_at: number | null
  trashed_at: number | null
}

/** The post keeps its text, its images and its slugs, which stay reserved. */
async function removePost(trx: LockedTrx, dialect: DialectName, stored: PostRow, times: RemovalTimes) {
  const { id: post_id, published, title, excerpt } = stored
  const tags = await unlistPost(trx, dialect, stored)
  const text = [title, excerpt, ...tags.map(({ name }) => name)].join(' ')
  const search_text = [...new Set(searchWords(text))].join(' ')
  await trx
    .insertInto('removed_posts')
    .values({ post_id, published, ...times, search_text })
    .execute()
  const rows = tags.map(({ id: tag_id }, position) => ({ post_id, tag_id, position }))
  if (rows.length > 0) await trx.insertInto('removed_post_tags').values(rows).execute()
  await pauseSchedule(trx, post_id)
  await update(trx, stored, { published: 0, removed: 1 })
  if (published === 0) await recordRedirectsOf(trx, dialect, post_id)
  await deleteUnusedTags(trx)
}
