import { staffFetch } from '#components/admin/staff-api.ts'
import type { Change } from './texts.ts'

const AT_ONCE = 6

export interface ChosenPost {
  id: string
  title: string
}

/** Whether the post is now as it was wanted. What somebody else has deleted is deleted. */
async function changePost({ id }: ChosenPost, change: Change): Promise<boolean> {
  const path = `/api/blogs/${encodeURIComponent(id)}`
  try {
    if (change === 'delete') {
      const response = await staffFetch(path, { method: 'DELETE' })
      return response.ok || response.status === 404
    }
    const body = new FormData()
    body.set('published', String(change === 'publish'))
    return (await staffFetch(path, { method: 'PUT', body })).ok
  } catch {
    return false
  }
}

/** The same change to each post, a few at a time; answers with those that failed, in their order. */
export async function changePosts(
  posts: ChosenPost[],
  change: Change,
  onProgress: (finished: number) => void = () => {},
): Promise<ChosenPost[]> {
  const failed = new Set<ChosenPost>()
  const waiting = posts.values()
  let finished = 0
  const work = async () => {
    // The workers share one iterator: each takes what is next.
    for (const post of waiting) {
      if (!(await changePost(post, change))) failed.add(post)
      onProgress(++finished)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return posts.filter((post) => failed.has(post))
}
