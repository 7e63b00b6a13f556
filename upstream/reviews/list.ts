import type { Db } from '../db/open.ts'
import type { LoadedPost } from '../posts/load.ts'
import { findReviewed, listReviews, toState } from './store.ts'
import { readText } from './text.ts'

/** Reads texts only of reviewed posts that are not live, because approval no longer matters for live ones. */
export async function addApprovals<P extends LoadedPost>(db: Db, posts: P[]): Promise<P[]> {
  const open = posts.filter(
    ({ status, workingCopy }) => status === 'draft' || status === 'scheduled' || workingCopy,
  )
  const reviewed = await findReviewed(
    db,
    open.map(({ id }) => id),
  )
  const states = new Map<string, P['approval']>()
  for (const { id, public_id } of reviewed) {
    const owner = { post_id: id }
    states.set(public_id, toState(await listReviews(db, owner, await readText(db, owner))))
  }
  return posts.map((post) => {
    const approval = states.get(post.id)
    return approval ? { ...post, approval } : post
  })
}
