import type { RawBuilder, SqlBool } from 'kysely'
import { isRemovedStatus } from '#contract/post-status.ts'
import type { PostListQuery } from '#contract/posts.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { findPosts, isOneOf, MAX_MATCHES, newestMatches, parseSearch } from '../db/search.ts'
import { countNarrowing, resolveFilters, toCondition, type Filters } from './filters.ts'
import { loadFullPosts, loadPosts, type LoadedPost } from './load.ts'
import { ALL_POSTS } from './blocks.ts'
import { countListed, countRange, findNewest, type NewestList } from './newest.ts'
import { findRemoved, type RemovedFilters } from './removed-list.ts'

const MAX_WITH_CONTENT = 50
interface Page {
  ids: number[]
  total: number
  partial?: boolean
}
const emptyPage: Page = { ids: [], total: 0 }

export async function listPosts(
  database: OpenDatabase,
  query: PostListQuery & { include?: 'content' | undefined },
  account: Account | null,
): Promise<Omit<Page, 'ids'> & { blogs: LoadedPost[]; limit: number; filters: Filters | null }> {
  const { db } = database
  const limit = query.include ? Math.min(query.limit, MAX_WITH_CONTENT) : query.limit
  const filters = await resolveFilters(db, query, account)
  const { ids, ...counts } = filters ? await findPage(database, { ...query, limit }, filters) : emptyPage
  const loaded = query.include ? await loadFullPosts(db, ids) : await loadPosts(db, ids)
  // A post may have been unpublished, archived or deleted after its id was read.
  const blogs = loaded.filter(({ published, status }) =>
    account ? (filters?.removed ?? null) === (isRemovedStatus(status) ? status : null) : published,
  )
  return { blogs, ...counts, limit, filters }
}

async function findPage(database: OpenDatabase, query: PostListQuery, filters: Filters): Promise<Page> {
  const { db } = database
  const offset = (query.page - 1) * query.limit
  if (filters.removed) return findRemovedPage(db, query, { ...filters, status: filters.removed })
  if (query.search) return findSearchPage(database, query, query.search, filters)
  const list = toList(filters)
  const { total, newer } = list
    ? await countRange(db, list, await countAll(db, list, filters), filters)
    : { total: await countUnlisted(db, filters), newer: 0 }
  if (offset >= total) return { ids: [], total }
  const [column, direction] = toOrder(query)
  if (!list || column !== 'created_at')
    return { ids: await findSorted(db, query, toCondition(filters), total), total }
  const limit = Math.min(query.limit, total - offset)
  if (direction === 'desc') return { ids: await findNewest(db, list, newer + offset, limit), total }
  const ids = await findNewest(db, list, newer + total - offset - limit, limit)
  return { ids: ids.toReversed(), total }
}

function findRemovedPage(db: Db, query: PostListQuery, filters: Omit<RemovedFilters, 'search'>) {
  const order = query.sort === undefined ? null : toOrder(query)
  const { page, limit, search } = query
  return findRemoved(db, { ...filters, search }, { order, limit, offset: (page - 1) * limit })
}

/** Null for combinations of filters without stored counts. */
function toList(filters: Filters): NewestList | null {
  const { tag, author, category, published, scheduled, draftsOf } = filters
  if (scheduled || draftsOf !== null) return null
  const all = { published, categoryId: null }
  if (tag && !author) return { ...all, of: 'tag_id', id: tag.id, categoryId: category?.id ?? null }
  if (countNarrowing({ tag, author, category }) > 1) return null
  if (author) return { ...all, of: 'author_id', id: author.id }
  if (category) return { ...all, of: 'category_id', id: category.id }
  return { ...all, of: null, id: ALL_POSTS }
}

async function findSearchPage(
  database: OpenDatabase,
  query: PostListQuery,
  text: string,
  filters: Filters,
): Promise<Page> {
  const words = await parseSearch(database.db, text)
  if (!words) return emptyPage
  const { published } = filters
  const { published: _, removed: _removed, ...narrowing } = filters
  const search = { words, published, filter: countNarrowing(narrowing) > 0 ? toCondition(filters) : null }
  const offset = (query.page - 1) * query.limit
  if (query.sort === undefined) {
    const { ids, total } = await findPosts(database, search, offset + query.limit)
    return { ids: ids.slice(offset, offset + query.limit), total, partial: total === MAX_MATCHES }
  }
  const { ids: matching, total } = await newestMatches(database, search, MAX_MATCHES)
  if (total === 0) return emptyPage
  return {
    ids: await findSorted(database.db, query, isOneOf(database.dialect, 'posts.id', matching), total),
    total,
    partial: total === MAX_MATCHES,
  }
}

async function countUnlisted(db: Db, filters: Filters): Promise<number> {
  const { draftsOf, published: _, removed: _removed, ...others } = filters
  if (draftsOf === null || filters.published !== null || countNarrowing(others) > 0)
    return countPosts(db, filters)
  const { published } = await readTotals(db)
  const { own } = await db
    .selectFrom('authors')
    .select(({ eb }) => eb('total_count', '-', eb.ref('published_count')).as('own'))
    .where('id', '=', draftsOf)
    .executeTakeFirstOrThrow()
  return published + own
}

async function countPosts(db: Db, filters: Filters): Promise<number> {
  const { total } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(toCondition(filters))
    .executeTakeFirstOrThrow()
  return total
}

const countAll = (db: Db, list: NewestList, filters: Filters) =>
  list.categoryId === null ? readCount(db, filters) : countListed(db, list)

const readTotals = (db: Db) =>
  db.selectFrom('totals').select(['published', 'total']).executeTakeFirstOrThrow()

async function readCount(db: Db, { tag, author, category, published: status }: Filters): Promise<number> {
  const stored = tag ?? author ?? category
  const { published, total } = stored
    ? { published: stored.published_count, total: stored.total_count }
    : await readTotals(db)
  if (status === null) return total
  return status ? published : total - published
}

interface Slice {
  order: 'asc' | 'desc'
  limit: number
  offset: number
  reversed: boolean
}

/** Pages in the second half are read from the end, because skipping rows is expensive. */
function toSlice(order: 'asc' | 'desc', { page, limit }: PostListQuery, total: number): Slice {
  const offset = (page - 1) * limit
  const remaining = total - offset - limit
  if (remaining >= offset) return { order, limit, offset, reversed: false }
  const fewer = Math.max(0, Math.min(limit, total - offset))
  return {
    order: order === 'asc' ? 'desc' : 'asc',
    limit: fewer,
    offset: Math.max(0, remaining),
    reversed: true,
  }
}

const restoreOrder = (ids: number[], { reversed }: Slice) => (reversed ? ids.toReversed() : ids)

const orders = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  created: ['created_at', 'desc'],
  updated: ['updated_at', 'desc'],
  title: ['title_key', 'asc'],
  views: ['views', 'desc'],
} as const

const toOrder = ({ sort = 'newest', order }: PostListQuery) =>
  [orders[sort][0], order ?? orders[sort][1]] as const

async function findSorted(
  db: Db,
  query: PostListQuery,
  condition: RawBuilder<SqlBool>,
  total: number,
): Promise<number[]> {
  const [column, direction] = toOrder(query)
  const slice = toSlice(direction, query, total)
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where(condition)
    .orderBy(column, slice.order)
    .orderBy('id', slice.order)
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const ids = rows.map((row) => row.id)
  return restoreOrder(ids, slice)
}
