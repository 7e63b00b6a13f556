import { SiteLink } from '#components/ui/link.tsx'
import { VIEWS_OF_SPECIFICATION } from '#lib/blog/constants.ts'
import { longDate } from '#lib/blog/dates.ts'
import { listHref } from '#lib/blog/list-href.ts'
import { readingMinutes } from '#lib/blog/reading-time.ts'
import { renderArticle } from '#lib/blog/render.ts'
import type { Post } from '#lib/blog/schema.ts'
import { shareLinks } from '#lib/blog/share-links.ts'
import { ArticleBody } from './article-body.tsx'
import { AuthorCard } from './author-card.tsx'
import { BackToBlog } from './back-to-blog.tsx'
import { Contents } from './contents.tsx'
import { Cover } from './cover.tsx'
import { Related } from './related.tsx'
import { Share } from './share.tsx'
import { Views } from './views.tsx'

interface ArticleProps {
  post: Post
  related: Post[]
  /** Public address of the page. */
  url: string
  /** For staff: looking at it is not a view. */
  preview?: boolean
}

const tagLinks = (tags: string[]) =>
  tags.map((tag) => (
    <li key={tag}>
      <SiteLink href={listHref({ tag })} className="tag">
        {tag}
      </SiteLink>
    </li>
  ))

export function Article({ post, related, url, preview = false }: ArticleProps) {
  const { headings } = renderArticle(post.content)
  return (
    <>
      <article>
        <header className="frame pt-10 pb-10 lg:pt-14">
          <BackToBlog />
          {post.tags.length > 0 && (
            <ul aria-label="Tags" className="mt-8 flex flex-wrap gap-2 no-print">
              {tagLinks(post.tags)}
            </ul>
          )}
          <h1 className="mt-6 max-w-[20ch] text-title">{post.title}</h1>
          {post.excerpt && (
            <p className="mt-6 max-w-measure font-reading text-lead text-muted">{post.excerpt}</p>
          )}
          <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1">
            {post.author.name && <span className="font-semibold">{post.author.name}</span>}
            <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
            <span>{readingMinutes(post.content)} min read</span>
            {post.views === undefined || preview ? (
              <span>{(post.views ?? VIEWS_OF_SPECIFICATION).toLocaleString('en-US')} views</span>
            ) : (
              <Views slug={post.slug} views={post.views} />
            )}
          </p>
          <div className="mt-6">
            <Share url={url} links={shareLinks(url, post.title)} />
          </div>
        </header>
        <div className="frame article-cover">
          <Cover post={post} sizes="(min-width: 94rem) 86rem, 92vw" priority />
        </div>
        <div className="frame article-columns">
          <aside className="article-aside">
            <Contents headings={headings} />
          </aside>
          <div className="min-w-0">
            <ArticleBody content={post.content} />
            <footer className="mt-16 grid gap-10">
              {post.tags.length > 0 && (
                <ul aria-label="Tags of this article" className="flex flex-wrap gap-2 no-print">
                  {tagLinks(post.tags)}
                </ul>
              )}
              <AuthorCard author={post.author} />
            </footer>
          </div>
        </div>
      </article>
      <Related posts={related} />
      <p className="frame pb-20 no-print">
        <BackToBlog />
      </p>
    </>
  )
}
