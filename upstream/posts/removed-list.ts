import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/open.ts'
import { queryWords } from '../db/search-words.ts'
import type { RemovedStatus } from './removed.ts'

export interface RemovedFilters {
  status: RemovedStatus
  tag: { id: number } | null
  author: { id: number } | null
  category: { id: number } | null
  from: number | null
  to: number | null
  search: string | undefined
}

interface RemovedPage {
  /** Null for the default order: last removed first. */
  order: readonly ['created_at' | 'updated_at' | 'title_key' | 'views', 'asc' | 'desc'] | null
  limit: number
  offset: number
}

const timeColumns = { archived: 'removed_posts.archived_at', trash: 'removed_posts.trashed_at' } as const

/** The full-text index has no removed posts. Tags may have another name by now, which `search_text` lacks. */
function toSearchCondition(search: string) {
  const words = queryWords(search)
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  const conditions = words.map((word) => {
    const part = `%${word}%`
    return sql<SqlBool>`(search_text like ${part} or exists (
      select 1 from removed_post_tags join tags on tags.id = removed_post_tags.tag_id
      where removed_post_tags.post_id = posts.id and tags.name_key like ${part}))`
  })
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function selectRemoved(db: Db, { status, tag, author, category, from, to, search }: RemovedFilters) {
  const hasStatus =
    status === 'trash'
      ? sql<SqlBool>`trashed_at is not null`
      : sql<SqlBool>`trashed_at is null and archived_at is not null`
  return db
    .selectFrom('removed_posts')
    .innerJoin('posts', 'posts.id', 'removed_posts.post_id')
    .where(hasStatus)
    .$if(author !== null, (rows) => rows.where('posts.author_id', '=', author?.id ?? 0))
    .$if(category !== null, (rows) => rows.where('posts.category_id', '=', category?.id ?? 0))
    .$if(from !== null, (rows) => rows.where('posts.created_at', '>=', from ?? 0))
    .$if(to !== null, (rows) => rows.where('posts.created_at', '<', to ?? 0))
    .$if(search !== undefined, (rows) => rows.where(toSearchCondition(search ?? '')))
    .$if(tag !== null, (rows) =>
      rows.where('posts.id', 'in', (eb) =>
        eb
          .selectFrom('removed_post_tags')
          .select('removed_post_tags.post_id')
          .where('removed_post_tags.tag_id', '=', tag?.id ?? 0),
      ),
    )
}

export async function findRemoved(db: Db, filters: RemovedFilters, { order, limit, offset }: RemovedPage) {
  const { total } = await selectRemoved(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const column = order ? (`posts.${order[0]}` as const) : timeColumns[filters.status]
  const direction = order?.[1] ?? 'desc'
  const rows = await selectRemoved(db, filters)
    .select('posts.id')
    .orderBy(column, direction)
    .orderBy('posts.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}
