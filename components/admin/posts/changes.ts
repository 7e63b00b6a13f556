import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { postDeletionResponseSchema } from '#contract/posts.ts'
import { staffDelete, staffRequest } from '../api.ts'

export type Change = 'publish' | 'draft' | 'archive' | 'restore' | 'delete' | 'deleteForever'

export interface SelectedPost {
  id: string
  title: string
  published: boolean
}

export type Undo = () => Promise<unknown>

const savedSchema = z.object({ data: z.object({ version: z.number().optional() }) }).catch({ data: {} })

const pathOf = ({ id }: SelectedPost) => `/api/blogs/${encodeURIComponent(id)}`

function setPublished(post: SelectedPost, published: boolean, version?: number) {
  const form = new FormData()
  form.set('published', String(published))
  const guard = version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }
  return staffRequest(pathOf(post), savedSchema, { method: 'PUT', form, ...guard })
}

const move = (post: SelectedPost, action: 'archive' | 'restore') =>
  staffRequest(`${pathOf(post)}/${action}`, z.unknown(), { method: 'POST' })

/** An upstream without a trash deletes for good; a post that is already deleted counts as success. */
async function deletePost(post: SelectedPost): Promise<Undo | null> {
  try {
    const { data } = await staffRequest(pathOf(post), postDeletionResponseSchema, { method: 'DELETE' })
    return data ? () => move(post, 'restore') : null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}

/** Returns how to undo the change, or null when that is not possible or nothing has changed. */
export async function changePost(post: SelectedPost, change: Change): Promise<Undo | null> {
  if (change === 'delete') return deletePost(post)
  if (change === 'deleteForever') {
    await staffDelete(`${pathOf(post)}?forever=true`)
    return null
  }
  if (change === 'archive' || change === 'restore') {
    await move(post, change)
    return change === 'archive' ? () => move(post, 'restore') : null
  }
  const published = change === 'publish'
  const { data } = await setPublished(post, published)
  // With the version, so that a later change by somebody else stays.
  return post.published === published ? null : () => setPublished(post, post.published, data.version)
}

const MAX_PARALLEL = 6

export async function inParallel<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  onFinished: (finished: number) => void = () => {},
): Promise<Item[]> {
  const failed = new Set<Item>()
  const queue = items.values()
  let finished = 0
  // The workers share one iterator, so each takes the next item.
  const run = async () => {
    for (const item of queue) {
      await work(item).catch(() => failed.add(item))
      onFinished(++finished)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, run))
  return items.filter((item) => failed.has(item))
}
