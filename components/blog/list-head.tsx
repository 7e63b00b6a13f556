import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Static } from '#components/site/static.tsx'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import type { Category } from '#contract/categories.ts'
import type { TagCount } from '#contract/posts.ts'
import { MAX_QUERY } from '#contract/limits.ts'
import { isTagNamed, listHref, type TagChoice } from '#lib/blog/list-state.ts'
import type { PostPage } from '#lib/blog/public-client.ts'

interface ListState {
  tags: TagChoice
  search?: string
  category?: PostPage['category']
  tag?: string
}

interface ListHeadProps extends ListState {
  children?: ReactNode
}

const blogLead =
  'What we learn while building software, being found and being read: written by the people who did the work.'

export function ListHead({ tags, search, category, tag, children }: ListHeadProps) {
  const tagName = tag && ([...tags.top, ...tags.more].find(isTagNamed(tag))?.name ?? tag)
  const lead = category ? category.description : tag ? '' : blogLead
  return (
    <div className="frame grid gap-10 pt-14 pb-12 lg:grid-cols-12 lg:pt-20">
      <div className="lg:col-span-7">
        <h1 className="text-title wrap-anywhere">{category?.name ?? tagName ?? 'Notes from the yard'}</h1>
        {lead && <p className="mt-5 max-w-measure font-reading text-lead text-muted">{lead}</p>}
      </div>
      <div className="self-end lg:col-span-5">
        <SearchForm search={search} category={category?.slug} tag={tag} />
      </div>
      {children && <div className="lg:col-span-12">{children}</div>}
    </div>
  )
}

export function ListFilters(props: ListState & { categories?: Category[] }) {
  const { tags, categories = [], search, category, tag } = props
  return (
    <div className="grid gap-4">
      <Static>
        {' '}
        <CategoryFilter categories={categories} search={search} category={category?.slug} />
        <TagFilter tags={tags} tag={tag} isFiltered={Boolean(tag || category)} />
      </Static>
    </div>
  )
}

interface CategoryFilterProps {
  categories: Category[]
  search: string | undefined
  category: string | undefined
}

/** Selecting a category clears the tag and the reverse, so that the count beside a tag matches the linked list. */
function CategoryFilter({ categories, search, category }: CategoryFilterProps) {
  if (categories.length === 0) return null
  return (
    <nav aria-label="Categories">
      <ul className="category-filter">
        {categories.map(({ slug, name }) => (
          <li key={slug} className="min-w-0">
            <SiteLink
              href={listHref({ search, category: slug === category ? undefined : slug })}
              data-list="category"
              aria-current={slug === category ? 'true' : undefined}
              className="category"
            >
              {name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SearchFormProps {
  search: string | undefined
  category: string | undefined
  tag: string | undefined
}

function SearchForm({ search, category, tag }: SearchFormProps) {
  return (
    <form action="/blog" method="get" role="search" data-list="search" className="flex flex-wrap gap-2">
      <label htmlFor="blog-search" className="sr-only">
        Search articles
      </label>
      <input
        id="blog-search"
        type="search"
        name="search"
        defaultValue={search}
        maxLength={MAX_QUERY}
        placeholder="Search articles"
        enterKeyHint="search"
        className="control min-w-0 grow basis-40"
      />
      {category && <input type="hidden" name="category" value={category} />}
      {tag && <input type="hidden" name="tag" value={tag} />}
      <Button type="submit" variant="plain">
        Search
      </Button>
    </form>
  )
}

interface TagFilterProps {
  tags: TagChoice
  tag: string | undefined
  isFiltered: boolean
}

const MAX_LISTED = 20

/** Phones show the first tags and a disclosure; wider screens show all tags in one list, unless there are many. */
function TagFilter({ tags: { top, more, search }, tag, isFiltered }: TagFilterProps) {
  return (
    <nav aria-label="Tags" className={clsx('tag-filter', more.length <= MAX_LISTED && 'tag-filter-whole')}>
      <ul>
        <li>
          <SiteLink
            href={listHref({ search })}
            data-list="tag"
            aria-current={isFiltered ? undefined : 'true'}
            className="tag"
          >
            All
          </SiteLink>
        </li>
        <TagItems tags={top} search={search} tag={tag} />
      </ul>
      {more.length > 0 && (
        <details>
          <summary className="tag">
            More<span className="sr-only"> tags</span>
          </summary>
          <ul>
            <TagItems tags={more} search={search} tag={tag} />
          </ul>
        </details>
      )}
    </nav>
  )
}

function TagItems({ tags, search, tag }: { tags: TagCount[]; search?: string; tag?: string }) {
  const isActive = isTagNamed(tag)
  return tags.map((listed) => (
    <li key={listed.name} className="min-w-0">
      <SiteLink
        href={listHref({ search, tag: isActive(listed) ? undefined : listed.name })}
        data-list="tag"
        aria-current={isActive(listed) ? 'true' : undefined}
        className="tag"
      >
        {listed.name} <span className="tag-count">{listed.count}</span>
      </SiteLink>
    </li>
  ))
}
