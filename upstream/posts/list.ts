import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { PostListQuery } from '#contract/posts.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { findPosts, MAX_MATCHES, newestMatches, parseSearch } from '../db/search.ts'
import { loadFullPosts, loadPosts, type LoadedPost } from './load.ts'
import { toTagKey } from './tags.ts'

const MAX_WITH_CONTENT = 50
const DAY_MS = 24 * 3_600_000

interface Page {
  ids: number[]
  total: number
}
const emptyPage: Page = { ids: [], total: 0 }

interface CountedRow {
  id: number
  published_count: number
  total_count: number
}

interface Filters {
  published: boolean | null
  tag: CountedRow | null
  author: CountedRow | null
  from: number | null
  to: number | null
}

/** Lists what the caller may see: drafts are for staff only. */
export async function listPosts(
  database: OpenDatabase,
  query: PostListQuery & { include?: 'content' | undefined },
  isStaff: boolean,
): Promise<{ blogs: LoadedPost[]; total: number; limit: number }> {
  const { db } = database
  const limit = query.include ? Math.min(query.limit, MAX_WITH_CONTENT) : query.limit
  const filters = await resolveFilters(db, query, isStaff)
  const { ids, total } = filters ? await findPage(database, { ...query, limit }, filters) : emptyPage
  const loaded = query.include ? await loadFullPosts(db, ids) : await loadPosts(db, ids)
  // A post may have been unpublished since its id was read.
  return { blogs: loaded.filter((post) => post.published || isStaff), total, limit }
}

async function resolveFilters(db: Db, query: PostListQuery, isStaff: boolean): Promise<Filters | null> {
  if (query.status === 'archived' || (query.status === 'draft' && !isStaff)) return null
  const counts = ['id', 'published_count', 'total_count'] as const
  const tag = query.tag
    ? await db.selectFrom('tags').select(counts).where('key', '=', toTagKey(query.tag)).executeTakeFirst()
    : null
  const author = query.author
    ? await db
        .selectFrom('authors')
        .select(counts)
        .where((eb) => eb.or([eb('slug', '=', query.author ?? ''), eb('name', '=', query.author ?? '')]))
        .executeTakeFirst()
    : null
  if (tag === undefined || author === undefined) return null
  return {
    published: query.status === 'draft' ? false : query.status === 'published' || !isStaff ? true : null,
    tag,
    author,
    from: query.from ? Date.parse(query.from) : null,
    to: query.to ? parseEnd(query.to) : null,
  }
}

/** A day without a time includes all its hours. */
const parseEnd = (to: string) => Date.parse(to) + (to.includes('T') ? 0 : DAY_MS)

function toCondition(filters: Filters): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`1 = 1`]
  if (filters.published !== null) conditions.push(sql`posts.published = ${Number(filters.published)}`)
  if (filters.author) conditions.push(sql`posts.author_id = ${filters.author.id}`)
  if (filters.from !== null) conditions.push(sql`posts.created_at >= ${filters.from}`)
  if (filters.to !== null) conditions.push(sql`posts.created_at < ${filters.to}`)
  if (filters.tag) {
    conditions.push(
      sql`exists (select 1 from post_tags where post_tags.post_id = posts.id and post_tags.tag_id = ${filters.tag.id})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

async function findPage(database: OpenDatabase, query: PostListQuery, filters: Filters): Promise<Page> {
  const { db } = database
  const { limit } = query
  const offset = (query.page - 1) * limit
  if (query.search) return findSearchPage(database, query, query.search, filters)
  const total = await countPosts(db, filters)
  if (offset >= total) return { ids: [], total }
  const [column, direction] = toOrder(query)
  const newestFirst = column === 'created_at' && direction === 'desc'
  if (filters.tag && newestFirst && !filters.author && filters.from === null && filters.to === null) {
    return { ids: await findNewestOfTag(db, filters.tag.id, filters.published, query, total), total }
  }
  return { ids: await findSorted(db, query, toCondition(filters), total), total }
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
  const isFiltered =
    filters.tag !== null || filters.author !== null || filters.from !== null || filters.to !== null
  const search = { words, published, filter: isFiltered ? toCondition(filters) : null }
  const offset = (query.page - 1) * query.limit
  if (query.sort === undefined) {
    const { ids, total } = await findPosts(database, search, offset + query.limit)
    return { ids: ids.slice(offset, offset + query.limit), total }
  }
  const { ids: matching, total } = await newestMatches(database, search, MAX_MATCHES)
  if (total === 0) return emptyPage
  return { ids: await findSorted(database.db, query, sql`posts.id in (${sql.join(matching)})`, total), total }
}

/** Counts are stored per tag and author; only date ranges and combined filters need counting. */
async function countPosts(db: Db, filters: Filters): Promise<number> {
  const hasDates = filters.from !== null || filters.to !== null
  if (hasDates || (filters.tag && filters.author)) {
    const { total } = await db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(toCondition(filters))
      .executeTakeFirstOrThrow()
    return total
  }
  const stored = filters.tag ?? filters.author
  const { published, total } = stored
    ? { published: stored.published_count, total: stored.total_count }
    : await db.selectFrom('totals').select(['published', 'total']).executeTakeFirstOrThrow()
  if (filters.published === null) return total
  return filters.published ? published : total - published
}

interface Slice {
  order: 'asc' | 'desc'
  limit: number
  offset: number
  reversed: boolean
}

/** Pages of the second half are read from the end, because skipping rows is expensive. */
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

async function findNewestOfTag(
  db: Db,
  tagId: number,
  published: boolean | null,
  query: PostListQuery,
  total: number,
): Promise<number[]> {
  const slice = toSlice('desc', query, total)
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .where('tag_id', '=', tagId)
    .$if(published !== null, (builder) => builder.where('published', '=', Number(published)))
    .orderBy('created_at', slice.order)
    .orderBy('post_id', slice.order)
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const ids = rows.map((row) => row.post_id)
  return restoreOrder(ids, slice)
}

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
