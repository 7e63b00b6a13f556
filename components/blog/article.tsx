import clsx from 'clsx'
import type { ReactNode } from 'react'
import { AuthorCard, AuthorName } from '#components/authors/author-card.tsx'
import { SiteLink, StandaloneLink } from '#components/ui/link.tsx'
import { readingMinutes } from '#contract/markup.ts'
import type { Post, PostSummary } from '#contract/posts.ts'
import type { Heading } from '#lib/blog/anchor-headings.ts'
import { formatDate } from '#lib/blog/dates.ts'
import { listHref } from '#lib/blog/list-state.ts'
import { formatViews } from '#lib/blog/texts.ts'
import { dirWithin, rtlOf } from '#lib/text-direction.ts'
import { Cover } from './cover.tsx'
import { RelatedPosts } from './post-card.tsx'

/** Shown when the upstream does not count views. */
const PLACEHOLDER_VIEWS = 1234

interface ArticleProps {
  post: Post
  brand: string
  related: PostSummary[]
  headings: Heading[]
  share?: ReactNode
  children: ReactNode
}

/** Also rendered in the browser, for previews of unsaved text. */
export function Article({ post, brand, related, headings, share, children }: ArticleProps) {
  const dir = rtlOf(post.title)
  return (
    <>
      <article dir={dir}>
        <header className="frame pt-6 pb-7">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <BackLink />
            {post.category && (
              <StandaloneLink
                href={listHref({ category: post.category.slug })}
                dir="auto"
                className="min-w-0 wrap-anywhere no-print"
              >
                {post.category.name}
              </StandaloneLink>
            )}
            <TagLinks tags={post.tags} label="Tags" />
          </div>
          <h1 className="article-title">{post.title}</h1>
          {post.excerpt && (
            <p className="article-excerpt" dir={dirWithin(dir, post.excerpt)}>
              {post.excerpt}
            </p>
          )}
          <p className="article-facts mt-5 flex flex-wrap gap-x-4 gap-y-1">
            {post.author.name && (
              <span className="font-semibold">
                <AuthorName author={post.author} />
              </span>
            )}{' '}
            <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>{' '}
            <span>{post.readingMinutes ?? readingMinutes(post.content)} min read</span>{' '}
            <span
              data-views={post.views === undefined ? undefined : post.slug}
              className={clsx('tabular-nums', post.views === 0 && 'invisible')}
            >
              {formatViews(post.views ?? PLACEHOLDER_VIEWS)}
            </span>
          </p>
        </header>
        <div className="frame article-columns">
          <div className="article-cover">
            <Cover post={post} sizes="(min-width: 57rem) 52rem, max(92vw, 22.5rem)" priority />
          </div>
          <aside className="article-aside no-print">
            <div className="grid gap-8">
              {share}
              <Contents headings={headings} />
            </div>
          </aside>
          {/* `markDirection` sets `dir` on the blocks that differ from this one. */}
          <div className="min-w-0" dir={dir && 'ltr'}>
            {children}
            <footer dir={dir} className="mt-16 grid grid-cols-1 gap-10">
              <TagLinks tags={post.tags} label="Tags of this article" />
              <AuthorCard author={post.author} brand={brand} />
            </footer>
          </div>
        </div>
      </article>
      <div className="below-fold mt-20 bg-wash no-print [--height:64rem] md:[--height:40rem] lg:[--height:31rem]">
        <div className="frame py-16">
          <RelatedPosts posts={related} />
          <BackLink />
        </div>
      </div>
    </>
  )
}

const BackLink = () => (
  <StandaloneLink href="/blog" className="no-print">
    Back to Blog
  </StandaloneLink>
)

function TagLinks({ tags, label }: { tags: string[]; label: string }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2 no-print">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <SiteLink href={listHref({ tag })} dir="auto" className="tag">
            {tag}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

const MIN_HEADINGS = 3

/** Closed on phones, because it stands before the text there. */
function Contents({ headings }: { headings: Heading[] }) {
  if (headings.length < MIN_HEADINGS) return null
  return (
    <nav aria-label="Contents" className="no-print">
      <h2 className="contents-heading text-sm font-semibold text-muted">In this article</h2>
      <details className="article-contents">
        <summary>In this article</summary>
        <ol className="mt-3 grid border-s-2 border-line">
          {headings.map(({ id, text, level }) => (
            <li key={id}>
              <a href={`#${id}`} className={level === 2 ? 'contents-link' : 'contents-link ps-8'}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

/** The only component that inserts HTML, which `renderArticle` must have sanitized. */
export const ArticleBody = ({ html }: { html: string }) => (
  <div className="article" dangerouslySetInnerHTML={{ __html: html }} />
)
