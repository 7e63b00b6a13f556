import clsx from 'clsx'
import { CoverArt } from '#components/flags/flag.tsx'
import type { PostSummary } from '#contract/posts.ts'

interface CoverProps {
  post: Pick<PostSummary, 'slug' | 'title' | 'cover' | 'coverImage'>
  sizes: string
  priority?: boolean
  /** Next to its title the cover needs no alternative text. */
  decorative?: boolean
  shape?: string | undefined
}

export function Cover({
  post,
  sizes,
  priority = false,
  decorative = false,
  shape = 'aspect-[16/10]',
}: CoverProps) {
  const source = post.cover?.sources.at(-1)?.url ?? post.coverImage
  if (!source) return <CoverArt seed={post.slug} className={clsx('w-full', shape)} />
  const { focus } = post.cover ?? {}
  return (
    <img
      src={source}
      srcSet={post.cover?.sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={post.cover ? sizes : undefined}
      width={post.cover?.width ?? 1600}
      height={post.cover?.height ?? 1000}
      alt={decorative ? '' : (post.cover?.alt ?? `Cover of “${post.title}”`)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
      className={clsx('w-full object-cover', shape)}
      style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
    />
  )
}
