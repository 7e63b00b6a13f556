import { NewsletterBox } from '#components/newsletter/newsletter-box.tsx'
import type { PostPage } from '#lib/blog/public-client.ts'
import type { TagCount } from '#lib/blog/schema.ts'
import { emptyListText } from '#lib/blog/texts.ts'
import { resultSummary } from '#lib/blog/summary.ts'
import { Results } from './list-navigation.tsx'
import { Pagination } from './pagination.tsx'
import { PostCard } from './post-card.tsx'
import { SearchForm } from './search-form.tsx'
import { TagFilter } from './tag-filter.tsx'

interface BlogListProps {
  result: PostPage
  page: number
  tags: TagCount[]
  search?: string
  tag?: string
}

export function BlogList({ result, page, tags, search, tag }: BlogListProps) {
  const { posts, total, totalPages } = result
  return (
    <>
      <ListHead tags={tags} search={search} tag={tag} />
      <section aria-labelledby="results" className="frame pb-20">
        <h2 id="results" className="sr-only">
          Articles
        </h2>
        <p role="status" className="border-t-2 border-ink py-4 text-sm text-muted">
          {resultSummary({ shown: posts.length, total, search, tag })}
        </p>
        <Results>
          {posts.length === 0 ? (
            <EmptyList />
          ) : (
            <div className="post-grid">
              {posts.map((post, index) => (
                <PostCard key={post.id} post={post} priority={index === 0} heading="h3" />
              ))}
            </div>
          )}
        </Results>
        <Pagination state={{ search, tag }} page={page} totalPages={totalPages} />
      </section>
      <NewsletterBox />
    </>
  )
}

export function ListHead({ tags, search, tag }: Pick<BlogListProps, 'tags' | 'search' | 'tag'>) {
  return (
    <div className="frame grid gap-10 pt-14 pb-12 lg:grid-cols-12 lg:pt-20">
      <div className="lg:col-span-7">
        <h1 className="text-title">Notes from the yard</h1>
        <p className="mt-5 max-w-measure font-reading text-lead text-muted">
          What we learn while building software, being found and being read: written by the people who did the
          work.
        </p>
      </div>
      <div className="self-end lg:col-span-5">
        <SearchForm search={search} tag={tag} />
      </div>
      <div className="lg:col-span-12">
        <TagFilter tags={tags} active={tag} search={search} />
      </div>
    </div>
  )
}

export function EmptyList() {
  return <p className="max-w-measure py-16 text-head">{emptyListText}</p>
}
