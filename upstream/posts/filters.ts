import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isRemovedStatus } from '#contract/post-status.ts'
import type { PostListQuery } from '#contract/posts.ts'
import { can } from '#contract/roles.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Account } from '../accounts/tokens.ts'
import { findAuthorId } from '../authors/load.ts'
import { findCategory, type CategoryRow } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { isListed, type RemovedStatus } from './removed.ts'
import { findTag } from './tags.ts'

/** Posts of a tag with at most this many are collected first; those of a larger tag are found in list order. */
const MAX_LISTED = 2000

interface CountedRow {
  id: number
  published_count: number
  total_count: number
}

export interface Filters {
  removed: RemovedStatus | null
  scheduled: true | null
  published: boolean | null
  tag: (CountedRow & { name: string }) | null
  author: CountedRow | null
  /** The author whose drafts are listed; null lists all. */
  draftsOf: number | null
  category: CategoryRow | null
  from: number | null
  to: number | null
}

/** Null when no post can match. */
export async function resolveFilters(
  db: Db,
  query: PostListQuery,
  account: Account | null,
): Promise<Filters | null> {
  const isStaff = account !== null
  if (!isStaff && query.status !== undefined && query.status !== 'published') return null
  const tag = query.tag ? await findTag(db, query.tag, isStaff) : null
  const author = query.author ? await findAuthor(db, query.author) : null
  const category = query.category ? await findVisibleCategory(db, query.category, isStaff) : null
  if (tag === undefined || author === undefined || category === undefined) return null
  return {
    removed: isRemovedStatus(query.status) ? query.status : null,
    scheduled: query.status === 'scheduled' ? true : null,
    published:
      query.status === 'draft' || query.status === 'scheduled'
        ? false
        : query.status === 'published' || !isStaff
          ? true
          : null,
    tag,
    author,
    draftsOf: query.drafts && account && !can(account.role, 'editContent') ? account.authorId : null,
    category,
    from: query.from ? Date.parse(query.from) : null,
    to: query.to ? parseEnd(query.to) : null,
  }
}

async function findAuthor(db: Db, ref: string) {
  const id = await findAuthorId(db, ref)
  const authors = db.selectFrom('authors').select(['id', 'published_count', 'total_count'])
  const found =
    id === undefined ? authors.where('name', '=', ref).orderBy('id') : authors.where('id', '=', id)
  return found.executeTakeFirst()
}

async function findVisibleCategory(db: Db, slug: string, isStaff: boolean) {
  const category = await findCategory(db, slug.toLowerCase())
  return isStaff || category?.published_count ? category : undefined
}

const isScheduled = sql<SqlBool>`posts.id in (select post_id from post_schedules where publish_at is not null)`

/** A day without a time includes the whole day. */
const parseEnd = (to: string) => Date.parse(to) + (to.includes('T') ? 0 : DAY_MS)

export function toCondition(filters: Filters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [isListed]
  if (filters.published !== null) conditions.push(sql`posts.published = ${Number(filters.published)}`)
  if (filters.scheduled) conditions.push(isScheduled)
  if (filters.author) conditions.push(sql`posts.author_id = ${filters.author.id}`)
  if (filters.draftsOf !== null)
    conditions.push(sql`(posts.published = 1 or posts.author_id = ${filters.draftsOf})`)
  if (filters.category) conditions.push(sql`posts.category_id = ${filters.category.id}`)
  if (filters.from !== null) conditions.push(sql`posts.created_at >= ${filters.from}`)
  if (filters.to !== null) conditions.push(sql`posts.created_at < ${filters.to}`)
  if (filters.tag) {
    const { id, total_count } = filters.tag
    const others = (filters.author ?? filters.category)?.total_count ?? MAX_LISTED
    conditions.push(
      total_count < others
        ? sql`posts.id in (select post_id from post_tags where post_tags.tag_id = ${id})`
        : sql`exists (select 1 from post_tags where post_tags.post_id = posts.id and post_tags.tag_id = ${id})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

export const countNarrowing = (filters: Partial<Omit<Filters, 'published' | 'removed'>>) =>
  Object.values(filters).filter((filter) => filter !== null).length
