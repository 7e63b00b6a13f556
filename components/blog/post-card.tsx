import { SiteLink } from '#components/ui/link.tsx'
import { longDate } from '#lib/blog/dates.ts'
import type { PostSummary } from '#lib/blog/schema.ts'
import { Cover } from './cover.tsx'

interface PostCardProps {
  post: PostSummary
  /** Above the fold: its cover is loaded first. */
  priority?: boolean
  heading?: 'h2' | 'h3'
}

export function PostCard({ post, priority, heading: Heading = 'h2' }: PostCardProps) {
  return (
    <article className="post-card">
      <Cover
        post={post}
        sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
        priority={priority}
        decorative
      />
      {post.tags.length > 0 && (
        <p className="mt-5 text-sm font-semibold text-accent">{post.tags.slice(0, 2).join(' · ')}</p>
      )}
      <Heading className="mt-2 text-head">
        <SiteLink href={`/blog/${post.slug}`} className="post-card-link">
          {post.title}
        </SiteLink>
      </Heading>
      {post.excerpt && <p className="mt-3 font-reading text-muted">{post.excerpt}</p>}
      <p className="mt-4 text-sm">
        {post.author.name && <span className="font-semibold">{post.author.name}</span>}
        {post.author.name && ' · '}
        <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
        {post.readingMinutes && ` · ${post.readingMinutes} min read`}
      </p>
    </article>
  )
}
