import { dateRanges, getRangeStart, type DateRange } from './dates.ts'
import type { PostListResponse, PostSummary } from '#contract/posts.ts'
import { isRemovedStatus, postStatuses, type PostStatus } from '#contract/post-status.ts'

export const STAFF_PAGE_SIZE = 10

const staffSorts = ['title', 'created', 'updated', 'views'] as const
export type StaffSort = (typeof staffSorts)[number]
export type SortOrder = 'asc' | 'desc'

export const firstOrder = (sort: StaffSort): SortOrder => (sort === 'title' ? 'asc' : 'desc')

export interface StaffListState {
  search: string
  status: PostStatus | ''
  author: string
  category: string
  range: DateRange | ''
  /** Empty for the default order: newest first, or best matches of a search. */
  sort: StaffSort | ''
  order: SortOrder | ''
  page: number
}

export function parseStaffListState(query: { get(name: string): string | null }): StaffListState {
  const text = (name: string, limit: number) => (query.get(name) ?? '').trim().slice(0, limit)
  const author = text('author', 100)
  const page = Number(query.get('page'))
  const sort = staffSorts.find((name) => name === query.get('sort')) ?? ''
  return {
    search: text('search', 200),
    status: postStatuses.find((status) => status === query.get('status')) ?? '',
    author: author === 'all' ? '' : author,
    category: parseCategory(query.get('category')),
    range: dateRanges.find((range) => range === query.get('range')) ?? '',
    sort,
    order: sort && parseOrder(query.get('order'), sort),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

const parseCategory = (text: string | null) => /^[a-z0-9-]{1,80}$/.exec(text ?? '')?.[0] ?? ''

function parseOrder(text: string | null, sort: StaffSort): SortOrder {
  return text === 'asc' || text === 'desc' ? text : firstOrder(sort)
}

export function staffListHref({ page, ...filters }: StaffListState): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  const query = new URLSearchParams(page > 1 ? [...set, ['page', String(page)]] : set)
  return query.size > 0 ? `/admin/blogs?${query}` : '/admin/blogs'
}

export function staffListQuery({ range, page, category, ...state }: StaffListState, now: number) {
  return {
    page,
    limit: STAFF_PAGE_SIZE,
    ...state,
    category: category || undefined,
    from: range ? getRangeStart(range, now) : undefined,
  }
}

/** Some upstreams include the content in lists. */
const toRow = (post: PostSummary) => ({
  id: post.id,
  slug: post.slug,
  title: post.title,
  excerpt: post.excerpt,
  cover: post.cover,
  coverImage: post.coverImage,
  tags: post.tags,
  category: post.category,
  published: post.published,
  status: post.status ?? (post.published ? 'published' : 'draft'),
  purgeAt: post.purgeAt,
  publishAt: post.publishAt,
  unpublishAt: post.unpublishAt,
  scheduleFailed: post.scheduleFailed,
  plannedFor: post.plannedFor,
  publishedAt: post.publishedAt,
  createdAt: post.createdAt,
  updatedAt: post.updatedAt,
  version: post.version,
  views: post.views,
  workingCopy: post.workingCopy,
  approval: post.approval,
  author: { name: post.author.name, slug: post.author.slug },
})
export type StaffRow = ReturnType<typeof toRow>

export interface StaffPage {
  posts: StaffRow[]
  first: number
  last: number
  total: number
  totalPages: number
  /** True when the upstream ignores the filters, so that filters and totals apply to this page only. */
  withinPage: boolean
  /** True when a search may have more matches than the total. */
  partial: boolean
  /** False when the upstream ignores `sort` and `order`. */
  sortable: boolean
  /** False when the upstream has no archive and trash. */
  hasTrash: boolean
  hasSchedule: boolean
}

function toFilter({ status, author, category, range }: StaffListState, now: number) {
  const from = range ? getRangeStart(range, now) : ''
  return (post: PostSummary) =>
    (status === '' ||
      (status === 'published' && post.published) ||
      (status === 'draft' && !post.published)) &&
    (category === '' || post.category?.slug === category) &&
    (author === '' || post.author.slug === author || post.author.name === author) &&
    post.createdAt >= from
}

export function toStaffPage(response: PostListResponse, state: StaffListState, now: number): StaffPage {
  const { blogs } = response.data
  const reported = {
    partial: response.partial ?? false,
    sortable: response.sorted ?? false,
    hasTrash: response.trash ?? false,
    hasSchedule: response.schedule ?? false,
  }
  const before = (state.page - 1) * STAFF_PAGE_SIZE
  const all = response.total ?? (blogs.length > 0 ? before + blogs.length : 0)
  const allPages = response.totalPages ?? Math.ceil(all / STAFF_PAGE_SIZE)
  const isFiltered = state.status !== '' || state.author !== '' || state.category !== '' || state.range !== ''

  if (!isFiltered || response.filtered) {
    const first = blogs.length > 0 ? before + 1 : 0
    const last = blogs.length > 0 ? before + blogs.length : 0
    const figures = { first, last, total: all, totalPages: allPages }
    return { posts: blogs.map(toRow), ...figures, withinPage: false, ...reported }
  }
  const posts = blogs.filter(toFilter(state, now)).map(toRow)
  const counts = { first: Math.min(1, posts.length), last: posts.length, total: posts.length }
  // Without archive, trash and schedules, other pages have no matches either.
  if (isRemovedStatus(state.status) || state.status === 'scheduled')
    return { posts, ...counts, totalPages: 0, withinPage: false, ...reported }
  return { posts, ...counts, totalPages: allPages, withinPage: allPages > 1, ...reported }
}
