import { dateRanges, spanOf, type DateRange } from './date-range.ts'
import type { PostListAnswer, PostSummary } from './schema.ts'
import { postStatuses, type PostStatus } from './statuses.ts'

/** Specification 9. */
export const STAFF_PAGE_SIZE = 10

/** What the staff list shows, as its address says it; an empty text is everything. */
export interface StaffListState {
  search: string
  status: PostStatus | ''
  author: string
  range: DateRange | ''
  page: number
}

/** Total: a parameter that makes no sense counts as absent. */
export function staffListState(query: { get(name: string): string | null }): StaffListState {
  const text = (name: string, limit: number) => (query.get(name) ?? '').trim().slice(0, limit)
  const author = text('author', 100)
  const page = Number(query.get('page'))
  return {
    search: text('search', 200),
    status: postStatuses.find((status) => status === query.get('status')) ?? '',
    author: author === 'all' ? '' : author,
    range: dateRanges.find((range) => range === query.get('range')) ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

export function staffListHref({ page, ...narrowing }: StaffListState): string {
  const given = Object.entries(narrowing).filter(([, value]) => value !== '')
  const query = new URLSearchParams(page > 1 ? [...given, ['page', String(page)]] : given)
  return query.size > 0 ? `/admin/blogs?${query}` : '/admin/blogs'
}

/** The same as the upstream is asked for it; a blank value is not sent. */
export function staffListQuery({ search, status, author, range, page }: StaffListState, now: number) {
  const span = range ? spanOf(range, now) : undefined
  return { page, limit: STAFF_PAGE_SIZE, search, status, author, from: span?.from, to: span?.to }
}

/** What a row shows of a post; its content, which a foreign upstream sends along, stays behind. */
export type StaffRow = Pick<
  PostSummary,
  'id' | 'slug' | 'title' | 'excerpt' | 'cover' | 'coverImage' | 'tags' | 'published' | 'createdAt' | 'views'
> & { author: { name: string; slug?: string | undefined } }

const rowOf = ({ id, slug, title, excerpt, cover, coverImage, ...post }: PostSummary): StaffRow => ({
  ...{ id, slug, title, excerpt, cover, coverImage },
  tags: post.tags,
  published: post.published,
  createdAt: post.createdAt,
  views: post.views,
  author: { name: post.author.name, slug: post.author.slug },
})

export interface StaffPage {
  posts: StaffRow[]
  /** The range text: Showing {first} to {last} of {total} results. */
  first: number
  last: number
  total: number
  totalPages: number
  /** The upstream does not know the filters: they narrow each of its pages, and the figures are of this page alone. */
  withinPage: boolean
}

function matcher({ status, author, range }: StaffListState, now: number) {
  const from = range ? spanOf(range, now).from : ''
  return (post: PostSummary) =>
    (status === '' ||
      (status === 'published' && post.published) ||
      (status === 'draft' && !post.published)) &&
    (author === '' || post.author.slug === author || post.author.name === author) &&
    post.createdAt >= from
}

/** What came back, with the filters applied here where the upstream ignored them. */
export function staffPage(answer: PostListAnswer, state: StaffListState, now: number): StaffPage {
  const { blogs } = answer.data
  const before = (state.page - 1) * STAFF_PAGE_SIZE
  const all = answer.total ?? (blogs.length > 0 ? before + blogs.length : 0)
  const allPages = answer.totalPages ?? Math.ceil(all / STAFF_PAGE_SIZE)
  const narrowed = state.status !== '' || state.author !== '' || state.range !== ''

  if (!narrowed || answer.filtered) {
    const first = blogs.length > 0 ? before + 1 : 0
    const last = blogs.length > 0 ? before + blogs.length : 0
    return { posts: blogs.map(rowOf), first, last, total: all, totalPages: allPages, withinPage: false }
  }
  const posts = blogs.filter(matcher(state, now)).map(rowOf)
  const figures = { first: Math.min(1, posts.length), last: posts.length, total: posts.length }
  // No post is archived: there is nothing to find on other pages either.
  if (state.status === 'archived') return { posts, ...figures, totalPages: 0, withinPage: false }
  return { posts, ...figures, totalPages: allPages, withinPage: allPages > 1 }
}
