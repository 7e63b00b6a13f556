import { revalidateTag } from 'next/cache'
import type { PostSummary } from './schema.ts'

export const cacheTags = {
  /** Whatever lists posts: list pages, tags, feeds, sitemap. */
  lists: 'posts',
  /** By any name that it is asked for: a slug, or its id in any spelling. */
  post: (name: string) => `post:${name.toLowerCase()}`,
  /** Which posts are related is decided by their tags. */
  related: (tag: string) => `related:${tag.toLowerCase()}`,
}

type Changed = Pick<PostSummary, 'id' | 'slug' | 'published' | 'tags'> | null

/**
 * Called after a write to a post: what showed it before and what shows it now is rendered anew by the next request.
 * A change of a draft is visible nowhere and invalidates nothing.
 */
export function invalidatePost(before: Changed, after: Changed) {
  const visible = [before, after].flatMap((state) => (state?.published ? [state] : []))
  if (visible.length === 0) return
  const tags = visible.flatMap((post) => [
    cacheTags.post(post.slug),
    cacheTags.post(post.id),
    ...post.tags.map(cacheTags.related),
  ])
  for (const tag of new Set([cacheTags.lists, ...tags])) revalidateTag(tag, { expire: 0 })
}
