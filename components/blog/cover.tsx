import { CoverArt } from '#components/flags/cover-art.tsx'
import type { PostSummary } from '#lib/blog/schema.ts'

interface CoverProps {
  post: Pick<PostSummary, 'slug' | 'title' | 'cover' | 'coverImage'>
  /** How wide it is shown, as in an image's `sizes`. */
  sizes: string
  /** The largest thing on the page: loaded first. */
  priority?: boolean
  /** Beside its title a cover says nothing new. */
  decorative?: boolean
}

/** A post's cover in a frame of 16:10, or the flags of its slug. */
export function Cover({ post, sizes, priority = false, decorative = false }: CoverProps) {
  const source = post.cover?.sources.at(-1)?.url ?? post.coverImage
  if (!source) return <CoverArt seed={post.slug} className="aspect-[16/10] w-full" />
  return (
    <img
      src={source}
      srcSet={post.cover?.sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={post.cover ? sizes : undefined}
      width={post.cover?.width ?? 1600}
      height={post.cover?.height ?? 1000}
      alt={decorative ? '' : post.cover?.alt || `Cover of “${post.title}”`}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
      className="aspect-[16/10] w-full object-cover"
    />
  )
}
