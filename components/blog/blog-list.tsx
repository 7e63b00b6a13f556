import clsx from 'clsx'
import { NewsletterForm } from '#components/newsletter/newsletter-form.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { SiteLink, StandaloneLink } from '#components/ui/link.tsx'
import { PAGE_SIZE, type PostPage } from '#lib/blog/public-client.ts'
import {
  formatListSummary,
  getPageNumbers,
  listHref,
  type ListState,
  type TagChoice,
} from '#lib/blog/list-state.ts'
import type { Suggestion } from '#contract/posts.ts'
import { emptyListText } from '#lib/blog/texts.ts'
import { ListHead } from './list-head.tsx'
import { Results } from './list-navigation.tsx'
import { PostCard } from './post-card.tsx'

interface BlogListProps {
  result: PostPage
  page: number
  tags: TagChoice
  search?: string
  tag?: string
}

export function BlogList({ result, page, tags, search, tag }: BlogListProps) {
  const { posts, total, totalPages, suggestions } = result
  const hasLead = page === 1 && !search && !tag
  const isFull = hasLead && posts.length === PAGE_SIZE
  return (
    <>
      <ListHead tags={tags} search={search} tag={tag} />
      <section aria-labelledby="results" className="frame pb-20">
        <h2 id="results" className="sr-only">
          Articles
        </h2>
        <p
          role="status"
          tabIndex={-1}
          data-list-summary
          className="border-t-2 border-ink py-4 text-sm wrap-anywhere text-muted"
        >
          {formatListSummary({ shown: posts.length, total, search, tag })}
        </p>
        <Results>
          {posts.length === 0 ? (
            <EmptyList suggestions={suggestions} search={search} tag={tag} />
          ) : (
            <div className={clsx('post-grid', hasLead && 'post-grid-lead', isFull && 'post-grid-full')}>
              {posts.map((post, index) => (
                <PostCard
                  key={post.id}
                  post={post}
                  priority={index === 0}
                  lead={hasLead && index === 0}
                  heading="h3"
                />
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

interface EmptyListProps {
  suggestions: Suggestion[]
  search?: string
  tag?: string
}

function EmptyList({ suggestions, search, tag }: EmptyListProps) {
  return (
    <div className="grid max-w-measure justify-items-start gap-6 pt-4 pb-16">
      <p className="text-head">{emptyListText}</p>
      <Suggestions suggestions={suggestions} />
      {search && (
        <ButtonLink href={listHref({ tag })} data-list="search" variant="plain">
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

interface PaginationProps {
  state: ListState
  page: number
  totalPages: number
}

function Pagination({ state, page, totalPages }: PaginationProps) {
  if (totalPages <= 1) return null
  const hrefOf = (number: number) => listHref({ ...state, page: number })
  const step = (label: string, number: number, rel: 'prev' | 'next') =>
    number < 1 || number > totalPages ? (
      <span className="page-button page-step" aria-disabled="true">
        {label}
      </span>
    ) : (
      <SiteLink href={hrefOf(number)} rel={rel} data-list="page" className="page-button page-step">
        {label}
      </SiteLink>
    )
  return (
    <nav aria-label="Pages" className="mt-16 flex flex-wrap items-center gap-2">
      {step('Previous', page - 1, 'prev')}
      {getPageNumbers(page, totalPages).map((number) => (
        <SiteLink
          key={number}
          href={hrefOf(number)}
          data-list="page"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className="page-button"
        >
          {number}
        </SiteLink>
      ))}
      {step('Next', page + 1, 'next')}
    </nav>
  )
}

function NewsletterBox() {
  return (
    <section aria-labelledby="newsletter" className="bg-flag-blue text-on-blue no-print">
      <div className="frame grid gap-8 py-16 lg:grid-cols-2">
        <div>
          <h2 id="newsletter" className="text-head">
            One letter a month
          </h2>
          <p className="mt-3 max-w-measure font-reading">
            The newest articles and one thing we got wrong. No tracking, unsubscribe anytime.
          </p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  )
}
