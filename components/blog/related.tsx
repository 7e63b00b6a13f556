import { SiteLink } from '#components/ui/link.tsx'
import { longDate } from '#lib/blog/dates.ts'
import type { Post } from '#lib/blog/schema.ts'

export function Related({ posts }: { posts: Post[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-20 bg-wash no-print">
      <div className="frame py-16">
        <h2 id="related" className="text-head">
          Related articles
        </h2>
        <ul className="mt-8 grid gap-10 md:grid-cols-3">
          {posts.map((post) => (
            <li key={post.id} className="post-card border-t-2 border-ink pt-4">
              {post.tags[0] && <p className="text-sm font-semibold text-accent">{post.tags[0]}</p>}
              <h3 className="mt-2 text-xl font-semibold">
                <SiteLink href={`/blog/${post.slug}`} className="post-card-link">
                  {post.title}
                </SiteLink>
              </h3>
              <p className="mt-2 font-reading text-muted">{post.excerpt}</p>
              <p className="mt-3 text-sm">
                {post.author.name && `${post.author.name} · `}
                <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
