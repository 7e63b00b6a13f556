import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { isRemovedStatus } from '#contract/post-status.ts'
import { barePostResponseSchema, postDeletionResponseSchema, type Post } from '#contract/posts.ts'
import type { StaffRow } from '#lib/blog/staff-list.ts'
import {
  isNotFound,
  isUnsupported,
  isVersionConflict,
  staffDelete,
  staffRequest,
  versionHeader,
} from '../api.ts'
import { isOutcomeUnknown } from '../error-text.ts'

type UndoableChange = 'publish' | 'draft' | 'archive' | 'delete'
export type StateChange = UndoableChange | 'restore' | 'deleteForever'
export type Change = StateChange | 'edit'

export type SelectedPost = Pick<StaffRow, 'id' | 'title' | 'published'> &
  Partial<Pick<StaffRow, 'tags' | 'version'>>

export const toSelected = ({ id, title, published, tags, version }: SelectedPost): SelectedPost => ({
  id,
  title,
  published,
  tags,
  version,
})

export type Undo = () => Promise<unknown>

const savedSchema = z
  .object({ data: z.object({ version: z.number().optional(), publishedAt: z.string().nullish() }) })
  .catch({ data: {} })
type Saved = z.output<typeof savedSchema>['data']

const postPath = (id: string) => `/api/blogs/${encodeURIComponent(id)}`

async function setPublished(
  id: string,
  published: boolean,
  version: number | undefined,
  dates: Partial<Record<'publishAt' | 'plannedFor' | 'publishedAt', string>> = {},
) {
  const form = new FormData()
  form.set('published', String(published))
  for (const [name, value] of Object.entries(dates)) form.set(name, value)
  const request = { method: 'PUT', form, headers: versionHeader(version) } as const
  return (await staffRequest(postPath(id), savedSchema, request)).data
}

const formerDates = ({ publishAt, plannedFor, publishedAt }: Post, isDated: boolean) => ({
  ...(publishAt && { publishAt }),
  ...(plannedFor && { plannedFor }),
  ...(publishedAt === null && isDated && { publishedAt: '' }),
})

async function move(id: string, action: 'archive' | 'restore', version?: number) {
  const request = { method: 'POST', headers: versionHeader(version) } as const
  return (await staffRequest(`${postPath(id)}/${action}`, savedSchema, request)).data
}

/** An undo that is repeated because its response was lost finds the version that it stored itself. */
export const repeatable =
  (id: string, undo: Undo, isUndone: (post: Post) => boolean): Undo =>
  async () => {
    try {
      await undo()
    } catch (error) {
      const post = isVersionConflict(error) ? await readPost(id) : null
      if (!post || !isUndone(post)) throw error
    }
  }

const restoreAgain = (id: string, version: number | undefined) =>
  repeatable(
    id,
    () => move(id, 'restore', version),
    ({ status }) => !isRemovedStatus(status),
  )

/** Returns null from an upstream without a trash, and for a post that is already deleted. */
async function deletePost(id: string, read: number | undefined) {
  try {
    const request = { method: 'DELETE', headers: versionHeader(read) } as const
    return (await staffRequest(postPath(id), postDeletionResponseSchema, request)).data ?? null
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

async function deleteForever({ id, version }: SelectedPost) {
  try {
    await staffDelete(`${postPath(id)}?forever=true`, versionHeader(version))
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    const message = 'Someone else restored or changed this post in the meantime, so it was not deleted.'
    throw new ApiError('precondition_failed', message)
  }
}

const isAlready: Record<UndoableChange, (post: Post) => boolean> = {
  publish: ({ published }) => published,
  draft: ({ published, status }) => !published && !isRemovedStatus(status),
  archive: ({ status }) => status === 'archived',
  delete: ({ status }) => status === 'trash',
}

/** Null when only the change can tell why: without a session, a draft is not found. */
async function readPost(id: string): Promise<Post | null> {
  try {
    return (await staffRequest(postPath(id), barePostResponseSchema)).data
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}

async function sendChange(
  id: string,
  change: UndoableChange,
  read: number | undefined,
): Promise<Saved | null> {
  if (change === 'delete') return deletePost(id, read)
  return change === 'archive' ? move(id, 'archive', read) : setPublished(id, change === 'publish', read)
}

/** After a lost response, the post tells whether the change was made. */
async function findMade(id: string, change: UndoableChange, error: unknown): Promise<Saved> {
  const post = isOutcomeUnknown(error) ? await readPost(id).catch(() => null) : null
  if (!post || !isAlready[change](post)) throw error
  return post
}

/** Sends versions, so that neither the change nor its undo overwrites a later change by someone else. */
async function makeChange(id: string, change: UndoableChange): Promise<Undo | null> {
  const post = await readPost(id)
  if (post && isAlready[change](post)) return null
  const made = await sendChange(id, change, post?.version).catch((error: unknown) =>
    findMade(id, change, error),
  )
  if (!made) return null
  if (change === 'delete' || change === 'archive') return restoreAgain(id, made.version)
  const isPublishing = change === 'publish'
  const dates = isPublishing && post ? formerDates(post, Boolean(made.publishedAt)) : {}
  return repeatable(
    id,
    () => setPublished(id, !isPublishing, made.version, dates),
    isAlready[isPublishing ? 'draft' : 'publish'],
  )
}

/** Returns how to undo the change, or null when that is not possible or nothing has changed. */
export async function changePost(post: SelectedPost, change: StateChange): Promise<Undo | null> {
  if (change !== 'restore' && change !== 'deleteForever') return makeChange(post.id, change)
  await (change === 'restore' ? move(post.id, 'restore') : deleteForever(post))
  return null
}

/** Posts that are published or drafts already stay as they are, so that their time of update stays too. */
export const listAffected = (posts: SelectedPost[], change: Change) =>
  change === 'publish' || change === 'draft'
    ? posts.filter(({ published }) => published !== (change === 'publish'))
    : posts

const MAX_PARALLEL = 6

export interface Failed<Item> {
  item: Item
  error: unknown
}

export async function inParallel<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  onFinished: (finished: number) => void = () => {},
): Promise<Failed<Item>[]> {
  const errors = new Map<Item, unknown>()
  const queue = items.values()
  let finished = 0
  // The workers share one iterator, so each takes the next item.
  const run = async () => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => errors.set(item, error))
      onFinished(++finished)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, run))
  return items.flatMap((item) => (errors.has(item) ? [{ item, error: errors.get(item) }] : []))
}
