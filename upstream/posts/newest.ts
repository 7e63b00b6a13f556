import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open.ts'
import { findBlock, findPosition, type List } from './blocks.ts'
import { isListed } from './removed.ts'

export interface NewestList extends List {
  of: 'tag_id' | 'author_id' | 'category_id' | null
  /** Only for a tag. Such a list has no blocks, but a separate index. */
  categoryId: number | null
}

const idOf = ({ of }: NewestList) => sql.ref<number>(of === 'tag_id' ? 'post_id' : 'id')

/** Tags have their own index that includes the time of each post. */
function rowsOf({ of, id, categoryId, published }: NewestList): RawBuilder<unknown> {
  const rows = of === 'tag_id' ? sql`post_tags where 1 = 1` : sql`posts where ${isListed}`
  const isOfList = of === null ? sql`` : sql` and ${sql.ref(of)} = ${id}`
  const isInCategory = categoryId === null ? sql`` : sql` and category_id = ${categoryId}`
  const hasStatus = published === null ? sql`` : sql` and published = ${Number(published)}`
  return sql`${rows}${isOfList}${isInCategory}${hasStatus}`
}

async function count(db: Db, posts: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ posts: number }>`select count(*) as posts from ${posts}`.execute(db)
  return rows[0]?.posts ?? 0
}

export const countListed = (db: Db, list: NewestList) => count(db, rowsOf(list))

async function countOlder(db: Db, list: NewestList, time: number): Promise<number> {
  const { start, older } = list.categoryId === null ? await findBlock(db, list, time) : { start: 0, older: 0 }
  return older + (await count(db, sql`${rowsOf(list)} and created_at >= ${start} and created_at < ${time}`))
}

interface Range {
  from: number | null
  to: number | null
}

export async function countRange(db: Db, list: NewestList, all: number, { from, to }: Range) {
  const upTo = to === null ? all : await countOlder(db, list, to)
  const older = from === null ? 0 : await countOlder(db, list, from)
  return { total: Math.max(0, upTo - older), newer: all - upTo }
}

export async function findNewest(db: Db, list: NewestList, offset: number, limit: number): Promise<number[]> {
  const { below, skip } =
    list.categoryId === null ? await findPosition(db, list, offset) : { below: null, skip: offset }
  const isBelow = below === null ? sql`` : sql` and created_at < ${below}`
  const { rows } = await sql<{ id: number }>`
    select ${idOf(list)} as id from ${rowsOf(list)}${isBelow}
    order by created_at desc, ${idOf(list)} desc limit ${limit} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}
