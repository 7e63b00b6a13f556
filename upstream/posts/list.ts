import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { postListQuerySchema, type PostListQuery } from '#lib/blog/schema.ts'
import { forReaders } from '../call.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { findPosts, MAX_MATCHES, newestMatches, soughtWords } from '../db/search.ts'
import { tagKey } from './tags.ts'
import { loadPosts, loadWholePosts } from './view.ts'

const MAX_WITH_CONTENT = 50
const DAY_MS = 24 * 3_600_000

/** One page of a list: ids of posts, and how many there are in all. */
interface Page {
  ids: number[]
  total: number
}
const nothing: Page = { ids: [], total: 0 }

/** What a list is narrowed to, with names already looked up. */
interface Scope {
  published: boolean | null
  tag: { id: number; published_count: number; total_count: number } | null
  author: { id: number; published_count: number; total_count: number } | null
  from: number | null
  to: number | null
}

export const listPosts = forReaders(async (call, account) => {
  const query = postListQuerySchema.parse(Object.fromEntries(call.query))
  const withContent = call.query.get('include') === 'content'
  if (withContent) query.limit = Math.min(query.limit, MAX_WITH_CONTENT)
  const scope = await scopeOf(call.db, query, account !== null)
  const { ids, total } = scope ? await pageOf(call, query, scope) : nothing
  const loaded = withContent ? await loadWholePosts(call.db, ids) : await loadPosts(call.db, ids)
  // Indexes say what is published, and posts are unpublished while lists are read: the row has the last word.
  const blogs = loaded.filter((post) => post.published || account !== null)
  const totalPages = Math.ceil(total / query.limit)
  return Response.json({ data: { blogs }, total, totalPages, filtered: true })
})

/** Null when nothing can match. Here, and nowhere else, it is decided that drafts exist for staff only. */
async function scopeOf(db: Db, query: PostListQuery, staff: boolean): Promise<Scope | null> {
  if (query.status === 'archived' || (query.status === 'draft' && !staff)) return null
  const counts = ['id', 'published_count', 'total_count'] as const
  const tag = query.tag
    ? await db.selectFrom('tags').select(counts).where('key', '=', tagKey(query.tag)).executeTakeFirst()
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
    published: query.status === 'draft' ? false : query.status === 'published' || !staff ? true : null,
    tag,
    author,
    from: query.from ? Date.parse(query.from) : null,
    to: query.to ? endOf(query.to) : null,
  }
}

/** A day is meant with all its hours; a moment is itself the end. */
const endOf = (to: string) => Date.parse(to) + (to.includes('T') ? 0 : DAY_MS)

function conditionOf(scope: Scope): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`1 = 1`]
  if (scope.published !== null) conditions.push(sql`posts.published = ${Number(scope.published)}`)
  if (scope.author) conditions.push(sql`posts.author_id = ${scope.author.id}`)
  if (scope.from !== null) conditions.push(sql`posts.created_at >= ${scope.from}`)
  if (scope.to !== null) conditions.push(sql`posts.created_at < ${scope.to}`)
  if (scope.tag) {
    conditions.push(
      sql`exists (select 1 from post_tags where post_tags.post_id = posts.id and post_tags.tag_id = ${scope.tag.id})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

async function pageOf(database: OpenDatabase, query: PostListQuery, scope: Scope): Promise<Page> {
  const { db } = database
  const { limit } = query
  const offset = (query.page - 1) * limit
  if (query.search) return searchPage(database, query, query.search, scope)
  const total = await totalOf(db, scope)
  if (offset >= total) return { ids: [], total }
  const newestFirst = query.sort === undefined || query.sort === 'newest'
  if (scope.tag && newestFirst && !scope.author && scope.from === null && scope.to === null) {
    return { ids: await newestOfTag(db, scope.tag.id, scope.published, query, total), total }
  }
  return { ids: await sortedIds(db, query, conditionOf(scope), total), total }
}

async function searchPage(
  database: OpenDatabase,
  query: PostListQuery,
  text: string,
  scope: Scope,
): Promise<Page> {
  const words = await soughtWords(database.db, text)
  if (!words) return nothing
  const { published } = scope
  const narrowed = scope.tag !== null || scope.author !== null || scope.from !== null || scope.to !== null
  const search = { words, published, filter: narrowed ? conditionOf(scope) : null }
  const offset = (query.page - 1) * query.limit
  if (query.sort === undefined) {
    const { ids, total } = await findPosts(database, search, offset + query.limit)
    return { ids: ids.slice(offset, offset + query.limit), total }
  }
  const { ids: matching, total } = await newestMatches(database, search, MAX_MATCHES)
  if (total === 0) return nothing
  return { ids: await sortedIds(database.db, query, sql`posts.id in (${sql.join(matching)})`, total), total }
}

/** Counts are kept for everything but ranges of dates and pairs of filters. */
async function totalOf(db: Db, scope: Scope): Promise<number> {
  const dated = scope.from !== null || scope.to !== null
  if (dated || (scope.tag && scope.author)) {
    const { total } = await db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(conditionOf(scope))
      .executeTakeFirstOrThrow()
    return total
  }
  const narrowed = scope.tag ?? scope.author
  const { published, total } = narrowed
    ? { published: narrowed.published_count, total: narrowed.total_count }
    : await db.selectFrom('totals').select(['published', 'total']).executeTakeFirstOrThrow()
  if (scope.published === null) return total
  return scope.published ? published : total - published
}

interface Stretch {
  order: 'asc' | 'desc'
  limit: number
  offset: number
  backwards: boolean
}

/** A page of the second half is read from the end: skipping is what a far page costs. */
function nearerEnd(order: 'asc' | 'desc', { page, limit }: PostListQuery, total: number): Stretch {
  const offset = (page - 1) * limit
  const remaining = total - offset - limit
  if (remaining >= offset) return { order, limit, offset, backwards: false }
  const fewer = Math.max(0, Math.min(limit, total - offset))
  return {
    order: order === 'asc' ? 'desc' : 'asc',
    limit: fewer,
    offset: Math.max(0, remaining),
    backwards: true,
  }
}

const inOrder = (ids: number[], { backwards }: Stretch) => (backwards ? ids.toReversed() : ids)

async function newestOfTag(
  db: Db,
  tagId: number,
  published: boolean | null,
  query: PostListQuery,
  total: number,
): Promise<number[]> {
  const stretch = nearerEnd('desc', query, total)
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .where('tag_id', '=', tagId)
    .$if(published !== null, (builder) => builder.where('published', '=', Number(published)))
    .orderBy('created_at', stretch.order)
    .orderBy('post_id', stretch.order)
    .limit(stretch.limit)
    .offset(stretch.offset)
    .execute()
  const ids = rows.map((row) => row.post_id)
  return inOrder(ids, stretch)
}

const orders = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  updated: ['updated_at', 'desc'],
  title: ['title_key', 'asc'],
} as const

async function sortedIds(
  db: Db,
  query: PostListQuery,
  condition: RawBuilder<SqlBool>,
  total: number,
): Promise<number[]> {
  const [column, direction] = orders[query.sort ?? 'newest']
  const stretch = nearerEnd(direction, query, total)
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where(condition)
    .orderBy(column, stretch.order)
    .orderBy('id', stretch.order)
    .limit(stretch.limit)
    .offset(stretch.offset)
    .execute()
  const ids = rows.map((row) => row.id)
  return inOrder(ids, stretch)
}
