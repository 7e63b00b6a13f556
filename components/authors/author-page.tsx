import { Pagination } from '#components/blog/pagination.tsx'
import { PostCard } from '#components/blog/post-card.tsx'
import { Flag } from '#components/flags/flag.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import type { AuthorProfile } from '#contract/authors.ts'
import { authorPageHref, initialsOf } from '#lib/authors/author.ts'
import { formatListSummary } from '#lib/blog/list-state.ts'
import type { PostPage } from '#lib/blog/public-client.ts'
import { AuthorLinks } from './author-links.tsx'
import { PhotoImage } from './portrait.tsx'

interface AuthorPageProps {
  author: AuthorProfile
  brand: string
  result: PostPage
  page: number
}

export function AuthorPage({ author, brand, result, page }: AuthorPageProps) {
  const path = `/authors/${author.slug}`
  return (
    <>
      <header className="frame author-head">
        <Portrait author={author} />
        <div className="author-text">
          <h1 className="author-name">{author.name}</h1>
          {author.role && (
            <p className="mt-4 text-lead font-semibold">
              {author.role}
              <span className="font-normal text-muted">, {brand}</span>
            </p>
          )}
          {author.bio && (
            <p className="mt-6 max-w-measure font-reading text-lead whitespace-pre-line">{author.bio}</p>
          )}
          <AuthorLinks author={author} className="mt-5">
            <li>
              <a href={`${path}/feed.xml`} className="link inline-flex min-h-11 items-center font-semibold">
                RSS feed
              </a>
            </li>
          </AuthorLinks>
        </div>
      </header>
      <section aria-labelledby="articles" className="frame pb-20">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t-2 border-ink py-4">
          <h2 id="articles" className="text-head">
            Articles
          </h2>
          <p className="text-sm text-muted">{summarize(result)}</p>
        </div>
        <div className="post-grid pt-4">
          {result.posts.map((post) => (
            <PostCard key={post.id} post={post} heading="h3" />
          ))}
        </div>
        <Pagination page={page} totalPages={result.totalPages} hrefOf={(to) => authorPageHref(path, to)} />
        <StandaloneLink href="/blog" className="mt-12 no-print">
          All articles on the blog
        </StandaloneLink>
      </section>
    </>
  )
}

function summarize({ posts, total, totalPages }: PostPage): string {
  if (totalPages > 1) return formatListSummary({ shown: posts.length, total })
  return total === 1 ? '1 article' : `${total} articles`
}

function Portrait({ author }: { author: AuthorProfile }) {
  const { name, photo } = author
  const initials = initialsOf(name)
  const title = `${name}’s initials in signal flags`
  if (!photo)
    return (
      <Flag
        signal={initials}
        gap={0}
        ratio={1.7}
        title={title}
        className="author-flags outline-1 outline-line"
      />
    )
  return (
    <div className="author-portrait">
      <PhotoImage photo={photo} sizes="(min-width: 64rem) 26rem, 72vw" alt={`Photo of ${name}`} priority />
      <div className="author-hoist" role="img" aria-label={title}>
        {[...initials].map((letter, index) => (
          <Flag key={index} signal={letter} />
        ))}
      </div>
    </div>
  )
}
