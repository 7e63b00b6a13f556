import type { TagCount } from '#contract/posts.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { MAX_QUERY } from '#contract/limits.ts'

export interface ListState {
  page?: number
  search?: string
  category?: string
  tag?: string
}

/** Whether a category was found by a former slug. In URLs, slugs are in lower case. */
export const isMovedCategory = (category: { slug: string } | undefined, slug: string | undefined) =>
  category !== undefined && category.slug.toLowerCase() !== slug

export function listHref({ page = 1, search, category, tag }: ListState): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (category) query.set('category', category)
  if (tag) query.set('tag', tag)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/blog?${query}` : '/blog'
}

const MAX_PAGE_BUTTONS = 5

export function getPageNumbers(current: number, totalPages: number): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(current - Math.floor(MAX_PAGE_BUTTONS / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

const MAX_TOP_TAGS = 10

export interface TagChoice {
  top: TagCount[]
  more: TagCount[]
  search: string | undefined
}

export const isTagNamed =
  (wanted: string | undefined) =>
  ({ name }: TagCount): boolean =>
    wanted !== undefined && toCaseKey(name) === toCaseKey(wanted)

interface TagChoiceOptions {
  tags: TagCount[]
  found: TagCount[]
  search?: string | undefined
  tag?: string | undefined
}

/** The count beside each tag matches its link: within the search, or in all articles when the search finds no tag. */
export function chooseTags({ tags, found, search, tag }: TagChoiceOptions): TagChoice {
  const isWithin = search !== undefined && found.length > 0
  const isActive = isTagNamed(tag)
  const withoutCount = (tag: TagCount) => ({ ...tag, count: 0 })
  const unsearched = tags.map((offered) => (search && isActive(offered) ? withoutCount(offered) : offered))
  const offered = isWithin ? found : unsearched
  const active = offered.find(isActive) ?? tags.filter(isActive).map(withoutCount)[0]
  const top = offered.slice(0, MAX_TOP_TAGS)
  if (active && !top.includes(active)) top.push(active)
  const more = offered.filter((other) => !top.includes(other))
  return { top, more, search: isWithin ? search : undefined }
}

interface ListResult {
  shown: number
  total: number
  search?: string
  category?: string
  tag?: string
}

export const formatListSummary = ({ shown, total, search, category, tag }: ListResult) =>
  `Showing ${shown} of ${total} articles${search ? ` for "${search}"` : ''}${category ? ` in "${category}"` : ''}${tag ? ` tagged "${tag}"` : ''}`

type SearchParams = Record<string, string | string[] | undefined>

const lastOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value) ?? ''

export function parseListState(query: SearchParams) {
  const text = (name: string) => lastOf(query[name]).replaceAll('\0', '').trim().slice(0, MAX_QUERY)
  const page = /^[1-9]\d{0,5}$/.exec(lastOf(query['page']))?.[0] ?? '1'
  const category = text('category').toLowerCase()
  return { page: Number(page), search: text('search') || undefined, category, tag: text('tag') }
}
