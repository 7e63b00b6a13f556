import { sql } from 'kysely'
import type { StaffTag, StaffTagListQuery, TagSort } from '#contract/tags.ts'
import type { Db } from '../db/open.ts'
import { searchWords } from '../db/search-index.ts'
import { countQueued } from '../posts/search-queue.ts'

export const toSearchText = (name: string) => searchWords(name).join(' ')

/** The newest post of a tag is one look-up in an index. */
const lastUse = sql<number | null>`(select max(created_at) from post_tags where post_tags.tag_id = tags.id)`

export async function readTags(db: Db, ids?: number[]): Promise<StaffTag[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'key', 'name', 'total_count', 'published_count', lastUse.as('last_used')])
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
    lastUsedAt: row.last_used === null ? null : new Date(row.last_used).toISOString(),
    formerSlugs: (formerSlugs.get(row.id) ?? []).map(({ slug }) => slug),
  }))
}

type ListedTag = Pick<StaffTag, 'name' | 'slug' | 'count'> & { id: number; lastUsed: number | null }

/** Only the order by last use needs to read that of all tags. */
async function readListed(db: Db, sort: TagSort): Promise<ListedTag[]> {
  const lastUsed = sort === 'used' ? lastUse : sql<number | null>`null`
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'key as slug', 'total_count as count', lastUsed.as('lastUsed')])
    .where('total_count', '>', 0)
    .execute()
}

const collator = new Intl.Collator('en', { sensitivity: 'base' })
const byName = (a: ListedTag, b: ListedTag) =>
  collator.compare(a.name, b.name) || a.slug.localeCompare(b.slug)

const comparisons: Record<TagSort, (a: ListedTag, b: ListedTag) => number> = {
  name: byName,
  posts: (a, b) => a.count - b.count,
  used: (a, b) => (a.lastUsed ?? 0) - (b.lastUsed ?? 0),
}

export async function listStaffTags(db: Db, { name, sort, order, page, limit }: StaffTagListQuery) {
  const words = name ? searchWords(name) : []
  const hasName = (tag: ListedTag) => {
    const text = toSearchText(tag.name)
    return words.length > 0 && words.every((word) => text.includes(word))
  }
  const listed = await readListed(db, sort)
  const tags = name ? listed.filter(hasName) : listed
  const direction = (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  tags.sort((a, b) => direction * comparisons[sort](a, b) || byName(a, b))
  const ids = tags.slice((page - 1) * limit, page * limit).map(({ id }) => id)
  const details = new Map((ids.length > 0 ? await readTags(db, ids) : []).map((tag) => [tag.id, tag]))
  return {
    data: ids.flatMap((id) => details.get(String(id)) ?? []),
    total: tags.length,
    totalPages: Math.ceil(tags.length / limit),
    reindexing: await countQueued(db),
  }
}
