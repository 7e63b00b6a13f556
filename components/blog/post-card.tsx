import clsx from 'clsx'
import { SiteLink } from '#components/ui/link.tsx'
import { formatDate } from '#lib/blog/dates.ts'
import type { PostSummary } from '#contract/posts.ts'
import { dirWithin, rtlOf } from '#lib/text-direction.ts'
import { Cover } from './cover.tsx'

const gridSizes = '(min-width: 94rem) 27rem, (min-width: 64rem) 29vw, (min-width: 43rem) 45vw, 92vw'
const leadSizes = '(min-width: 94rem) 57rem, (min-width: 64rem) 61vw, 92vw'

interface PostCardProps {
  post: PostSummary
  priority?: boolean
  lead?: boolean
  heading?: 'h2' | 'h3'
  className?: string
}

export function PostCard({
  post,
  priority,
  lead = false,
  heading: Heading = 'h2',
  className,
}: PostCardProps) {
  const dir = rtlOf(post.title)
  return (
    <article className={clsx('post-card', className)} dir={dir}>
      <Cover
        post={post}
        sizes={lead ? leadSizes : gridSizes}
        priority={priority}
        decorative
        shape={lead ? 'aspect-[16/10] md:aspect-[2/1]' : undefined}
      />
      {post.tags.length > 0 && (
        <p className="mt-5 text-sm font-semibold text-accent">
          <bdi>{post.tags[0]}</bdi>
          {post.tags[1] && (
            <>
              {' · '}
              <bdi>{post.tags[1]}</bdi>
            </>
          )}
        </p>
      )}
      <Heading className="post-card-title">
        <SiteLink href={`/blog/${post.slug}`} className="post-card-link">
          {post.title}
        </SiteLink>
      </Heading>
      {post.excerpt && (
        <p className="mt-3 font-reading text-muted" dir={dirWithin(dir, post.excerpt)}>
          {post.excerpt}
        </p>
      )}
      <p className="post-card-facts mt-4 text-sm">
        {post.author.name && <span className="font-semibold">{post.author.name}</span>}{' '}
        <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>{' '}
        {post.readingMinutes && <span>{post.readingMinutes} min read</span>}
      </p>
    </article>
  )
}

export function RelatedPosts({ posts }: { posts: PostSummary[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="related" className="mb-12">
      <h2 id="related" className="text-head">
        Related articles
      </h2>
      <ul className="mt-8 grid gap-10 md:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id} className="post-card border-t-2 border-ink pt-4" dir={rtlOf(post.title)}>
            {post.tags[0] && (
              <p className="text-sm font-semibold text-accent">
                <bdi>{post.tags[0]}</bdi>
              </p>
            )}
            <h3 className="mt-2 text-xl font-semibold">
              <SiteLink href={`/blog/${post.slug}`} className="post-card-link">
                {post.title}
              </SiteLink>
            </h3>
            {post.excerpt && (
              <p className="mt-2 font-reading text-muted" dir={dirWithin(rtlOf(post.title), post.excerpt)}>
                {post.excerpt}
              </p>
            )}
            <p className="post-card-facts mt-3 text-sm">
              {post.author.name && <span>{post.author.name}</span>}{' '}
              <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
