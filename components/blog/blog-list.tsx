import clsx from 'clsx'
import { NewsletterBox, type NewsletterTexts } from '#components/newsletter/newsletter-box.tsx'
import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { Static } from '#components/site/static.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { PAGE_SIZE, type PostPage } from '#lib/blog/public-client.ts'
import { formatListSummary, listHref, type TagChoice } from '#lib/blog/list-state.ts'
import type { Category } from '#contract/categories.ts'
import type { Suggestion } from '#contract/posts.ts'
import { emptyListText } from '#lib/blog/texts.ts'
import { ListFilters, ListHead } from './list-head.tsx'
import { Results } from './list-navigation.tsx'
import { Pagination } from './pagination.tsx'
import { PostCard } from './post-card.tsx'

interface BlogListProps {
  newsletter: NewsletterTexts
  result: PostPage
  page: number
  tags: TagChoice
  categories: Category[]
  search?: string
  category?: PostPage['category']
  tag?: string
}

export function BlogList(props: BlogListProps) {
  const { newsletter, result, page, tags, categories, search, category, tag } = props
  const { posts, total, totalPages, suggestions } = result
  const hasLead = page === 1 && !search && !category && !tag
  const isFull = hasLead && posts.length === PAGE_SIZE
  const isEmpty = posts.length === 0
  const filters = (
    <ListFilters tags={tags} categories={categories} search={search} category={category} tag={tag} />
  )
  return (
    <>
      <ListHead tags={tags} search={search} category={category} tag={tag}>
        {!isEmpty && filters}
      </ListHead>
      <section aria-labelledby="results" className="frame pb-20">
        <h2 id="results" className="sr-only">
          Articles
        </h2>
        <p
          role="status"
          tabIndex={-1}
          data-list-summary
          data-total={total}
          className="border-t-2 border-ink py-4 text-sm wrap-anywhere text-muted"
        >
          {formatListSummary({ shown: posts.length, total, search, category: category?.name, tag })}
        </p>
        <Results>
          {isEmpty ? (
            <EmptyList suggestions={suggestions} search={search} category={category?.slug} tag={tag} />
          ) : (
            <Static>
              <div className={clsx('post-grid', hasLead && 'post-grid-lead', isFull && 'post-grid-full')}>
                {posts.map((post, index) => (
                  <PostCard
                    key={post.id}
                    post={post}
                    priority={index === 0}
                    lead={hasLead && index === 0}
                    className={index < 3 ? undefined : 'below-fold [--height:29rem]'}
                    heading="h3"
                  />
                ))}
              </div>
            </Static>
          )}
        </Results>
        {isEmpty && filters}
        <Static>
          <Pagination
            page={page}
            totalPages={totalPages}
            hrefOf={(to) => listHref({ search, category: category?.slug, tag, page: to })}
          />
        </Static>
      </section>
      <NewsletterBox {...newsletter}>
        <NewsletterForm />
      </NewsletterBox>
    </>
  )
}

interface EmptyListProps {
  suggestions: Suggestion[]
  search?: string
  category?: string
  tag?: string
}

function EmptyList({ suggestions, search, category, tag }: EmptyListProps) {
  return (
    <div className="grid max-w-measure justify-items-start gap-6 pt-4 pb-16">
      <p className="text-head">{emptyListText}</p>
      <Suggestions suggestions={suggestions} />
      {search && (
        <ButtonLink href={listHref({ category, tag })} data-list="search" variant="plain">
          Clear search
        </ButtonLink>
      )}
    </div>
  )
}

function Suggestions({ suggestions }: { suggestions: Suggestion[] }) {
  const [first, ...others] = suggestions
  if (!first) return null
  if (others.length === 0)
    return (
      <p className="text-lead wrap-anywhere">
        Did you mean <SuggestionLink suggestion={first} />?
      </p>
    )
  return (
    <div className="text-lead wrap-anywhere">
      <p id="suggestions">Did you mean one of these?</p>
      <ul aria-labelledby="suggestions">
        {suggestions.map((suggestion) => (
          <li key={suggestion.type === 'tag' ? suggestion.name : suggestion.slug}>
            <SuggestionLink suggestion={suggestion} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SuggestionLink({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.type === 'post')
    return <StandaloneLink href={`/blog/${suggestion.slug}`}>{suggestion.title}</StandaloneLink>
  return (
    <StandaloneLink href={listHref({ tag: suggestion.name })} data-list="tag">
      {suggestion.name}
    </StandaloneLink>
  )
}
