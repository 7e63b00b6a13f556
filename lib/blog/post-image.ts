import { absoluteUrl } from '../metadata.ts'
import type { Post } from './schema.ts'

const WIDE_ENOUGH = 1200

/** What a preview shows: the cover (its smallest size that is wide enough), or the drawn card of the post. */
export function postImage(post: Pick<Post, 'slug' | 'title' | 'cover' | 'coverImage'>) {
  const { cover } = post
  if (cover) {
    const source = cover.sources.find(({ width }) => width >= WIDE_ENOUGH) ?? cover.sources.at(-1)
    if (source) {
      const height = Math.round((source.width * cover.height) / cover.width)
      return { url: absoluteUrl(source.url), width: source.width, height, alt: cover.alt || post.title }
    }
  }
  if (post.coverImage)
    return { url: absoluteUrl(post.coverImage), width: 1600, height: 1000, alt: post.title }
  return { url: absoluteUrl(`/og/blog/${post.slug}`), width: 1200, height: 630, alt: post.title }
}
