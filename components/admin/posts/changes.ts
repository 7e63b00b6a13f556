import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { postDeletionResponseSchema } from '#contract/posts.ts'
import type { StaffRow } from '#lib/blog/staff-list.ts'
import { isNotFound, isVersionConflict, staffDelete, staffRequest, versionHeader } from '../api.ts'

export type StateChange = 'publish' | 'draft' | 'archive' | 'restore' | 'delete' | 'deleteForever'
export type Change = StateChange | 'edit'

export type SelectedPost = Pick<StaffRow, 'id' | 'title' | 'published'> &
  Partial<Pick<StaffRow, 'tags' | 'version' | 'publishAt' | 'plannedFor' | 'publishedAt'>>

export const toSelected = ({ id, title, published, ...rest }: SelectedPost): SelectedPost => ({
  id,
  title,
  published,
  tags: rest.tags,
  version: rest.version,
  publishAt: rest.publishAt,
  plannedFor: rest.plannedFor,
  publishedAt: rest.publishedAt,
})

export type Undo = () => Promise<unknown>

const savedSchema = z
  .object({ data: z.object({ version: z.number().optional(), publishedAt: z.string().nullish() }) })
  .catch({ data: {} })

const postPath = ({ id }: SelectedPost) => `/api/blogs/${encodeURIComponent(id)}`

interface PublishedChange {
  version?: number | undefined
  dates?: Partial<Record<'publishAt' | 'plannedFor' | 'publishedAt', string>>
}

function setPublished(post: SelectedPost, published: boolean, { version, dates = {} }: PublishedChange = {}) {
  const form = new FormData()
  form.set('published', String(published))
  for (const [name, value] of Object.entries(dates)) form.set(name, value)
  return staffRequest(postPath(post), savedSchema, { method: 'PUT', form, headers: versionHeader(version) })
}

const formerDates = ({ publishAt, plannedFor, publishedAt }: SelectedPost, isDated: boolean) => ({
  ...(publishAt && { publishAt }),
  ...(plannedFor && { plannedFor }),
  ...(publishedAt === null && isDated && { publishedAt: '' }),
})

const move = (post: SelectedPost, action: 'archive' | 'restore') =>
  staffRequest(`${postPath(post)}/${action}`, z.unknown(), { method: 'POST' })

/** An upstream without a trash deletes permanently; a post that is already deleted counts as success. */
async function deletePost(post: SelectedPost): Promise<Undo | null> {
  try {
    const { data } = await staffRequest(postPath(post), postDeletionResponseSchema, { method: 'DELETE' })
    return data ? () => move(post, 'restore') : null
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

async function deleteForever(post: SelectedPost) {
  try {
    await staffDelete(`${postPath(post)}?forever=true`, versionHeader(post.version))
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    const message = 'Someone else restored or changed this post in the meantime, so it was not deleted.'
    throw new ApiError('precondition_failed', message)
  }
}

/** Returns how to undo the change, or null when that is not possible or nothing has changed. */
export async function changePost(post: SelectedPost, change: StateChange): Promise<Undo | null> {
  if (change === 'delete') return deletePost(post)
  if (change === 'deleteForever') {
    await deleteForever(post)
    return null
  }
  if (change === 'archive' || change === 'restore') {
    await move(post, change)
    return change === 'archive' ? () => move(post, 'restore') : null
  }
  const published = change === 'publish'
  const { data } = await setPublished(post, published)
  // Sends the version, so that a later change by someone else is not overwritten.
  const { version } = data
  const dates = published ? formerDates(post, Boolean(data.publishedAt)) : {}
  return post.published === published ? null : () => setPublished(post, post.published, { version, dates })
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
