import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open.ts'
import { findBlock, findPosition, type List } from './blocks.ts'
import { isListed } from './removed.ts'

/** Posts by creation date: all of them, or those of one tag, author or category. */
export interface NewestList extends List {
  of: 'tag_id' | 'author_id' | 'category_id' | null
}

const idOf = ({ of }: NewestList) => sql.ref<number>(of === 'tag_id' ? 'post_id' : 'id')

/** Tags have their own index that includes the time of each post. */
function rowsOf({ of, id, published }: NewestList): RawBuilder<unknown> {
  const rows = of === 'tag_id' ? sql`post_tags where 1 = 1` : sql`posts where ${isListed}`
  const isOfList = of === null ? sql`` : sql` and ${sql.ref(of)} = ${id}`
  const hasStatus = published === null ? sql`` : sql` and published = ${Number(published)}`
  return sql`${rows}${isOfList}${hasStatus}`
}

async function countOlder(db: Db, list: NewestList, time: number): Promise<number> {
  const { start, older } = await findBlock(db, list, time)
  const { rows } = await sql<{ posts: number }>`
    select count(*) as posts from ${rowsOf(list)} and created_at >= ${start} and created_at < ${time}`.execute(
    db,
  )
  return older + (rows[0]?.posts ?? 0)
}

interface Range {
  from: number | null
  to: number | null
}

/** The number of posts of the list that are in the range, and that are newer. */
export async function countRange(db: Db, list: NewestList, all: number, { from, to }: Range) {
  const upTo = to === null ? all : await countOlder(db, list, to)
  const older = from === null ? 0 : await countOlder(db, list, from)
  return { total: Math.max(0, upTo - older), newer: all - upTo }
}

export async function findNewest(db: Db, list: NewestList, offset: number, limit: number): Promise<number[]> {
  const { below, skip } = await findPosition(db, list, offset)
  const isBelow = below === null ? sql`` : sql` and created_at < ${below}`
  const { rows } = await sql<{ id: number }>`
    select ${idOf(list)} as id from ${rowsOf(list)}${isBelow}
    order by created_at desc, ${idOf(list)} desc limit ${limit} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}
