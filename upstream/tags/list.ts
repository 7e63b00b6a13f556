import { sql } from 'kysely'
import type { StaffTag, StaffTagListQuery } from '#contract/tags.ts'
import type { Db } from '../db/open.ts'
import { searchWords } from '../db/search-words.ts'
import { readPage } from '../http/pages.ts'
import { countQueued } from '../posts/search-queue.ts'

export async function readTags(db: Db, ids?: number[]): Promise<StaffTag[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'key', 'name', 'total_count', 'published_count', 'last_used_at', 'version'])
    .where('total_count', '>', 0)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
  const redirects = await db
    .selectFrom('tag_redirects')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('tag_id', 'in', ids ?? []))
    .orderBy('slug')
    .execute()
  const formerSlugs = Map.groupBy(redirects, (row) => row.tag_id)
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    slug: row.key,
    count: row.total_count,
    published: row.published_count,
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    formerSlugs: (formerSlugs.get(row.id) ?? []).map(({ slug }) => slug),
    version: row.version,
  }))
}

const orders = {
  name: ['name_key', 'asc'],
  posts: ['total_count', 'desc'],
  used: ['last_used_at', 'desc'],
} as const

function findTags(db: Db, { name, slug }: Pick<StaffTagListQuery, 'name' | 'slug'>) {
  const words = searchWords(name ?? '')
  return db
    .selectFrom('tags')
    .where('total_count', '>', 0)
    .$if(slug !== undefined, (tags) => tags.where('key', '=', slug ?? ''))
    .where((eb) => eb.and(words.map((word) => eb('name_key', 'like', `%${word}%`))))
    .$if(Boolean(name) && words.length === 0, (tags) => tags.where(sql<boolean>`1 = 0`))
}

export async function listStaffTags(db: Db, { sort, order, page, limit, ...filter }: StaffTagListQuery) {
  const [column, direction] = orders[sort]
  const { rows, ...totals } = await readPage(
    findTags(db, filter),
    (tags) =>
      tags
        .select('id')
        .orderBy(column, order ?? direction)
        .$if(sort !== 'name', (rest) => rest.orderBy('name_key'))
        .orderBy('key'),
    { page, limit },
  )
  const ids = rows.map(({ id }) => id)
  const details = new Map((ids.length > 0 ? await readTags(db, ids) : []).map((tag) => [tag.id, tag]))
  return {
    data: ids.flatMap((id) => details.get(String(id)) ?? []),
    ...totals,
    reindexing: await countQueued(db),
  }
}
