import { sql } from 'kysely'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'

/** A page is found by adding up block counts, and skips fewer posts than a block has. */
export const BLOCK_SIZE = 512

/** The list of all posts; other lists use the id of their tag, author or category, which share one sequence. */
export const ALL_POSTS = 0

interface ListedPost {
  listIds: number[]
  createdAt: number
  published: boolean
}

export async function updateBlocks(
  trx: LockedTrx,
  { listIds, createdAt, published }: ListedPost,
  by: 1 | -1,
): Promise<void> {
  const ids = sql.join(listIds)
  if (by === 1) await addBlocks(trx, listIds, createdAt)
  await sql`
    update post_blocks set total = total + ${by}, published = published + ${published ? by : 0},
      newest = case when newest < ${createdAt} then ${createdAt} else newest end
    where (list_id, start) in (
      select list_id, max(start) from post_blocks where list_id in (${ids}) and start <= ${createdAt} group by list_id
    )`.execute(trx)
}

/** The first block of a list starts at 0; the newest post starts a new block when the last one is full. */
async function addBlocks(trx: Trx, listIds: number[], createdAt: number) {
  const first = { start: 0, newest: 0, published: 0, total: 0 }
  await trx
    .insertInto('post_blocks')
    .values(listIds.map((list_id) => ({ list_id, ...first })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into post_blocks (list_id, start, newest, published, total)
    select list_id, ${sql.lit(createdAt)}, ${sql.lit(createdAt)}, 0, 0 from post_blocks
    where (list_id, start) in (
      select list_id, max(start) from post_blocks where list_id in (${sql.join(listIds)}) group by list_id
    ) and total >= ${BLOCK_SIZE} and newest < ${createdAt}`.execute(trx)
}

export async function deleteBlocks(trx: LockedTrx, listIds: number[]): Promise<void> {
  if (listIds.length > 0) await trx.deleteFrom('post_blocks').where('list_id', 'in', listIds).execute()
}

export async function rebuildBlocks(trx: LockedTrx, listIds: number[] | 'all'): Promise<void> {
  if (listIds === 'all') await trx.deleteFrom('post_blocks').execute()
  else await deleteBlocks(trx, listIds)
  const isListed = (column: string) =>
    listIds === 'all'
      ? sql`${sql.ref(column)} is not null`
      : sql`${sql.ref(column)} in (${sql.join(listIds)})`
  const all =
    listIds === 'all'
      ? sql`select 0 as list_id, created_at, published from posts where removed = 0 union all`
      : sql``
  await sql`
    insert into post_blocks (list_id, start, newest, published, total)
    select list_id, case when number = 0 then 0 else min(created_at) end, max(created_at), sum(published), count(*)
    from (
      select list_id, created_at, published,
        (rank() over (partition by list_id order by created_at) - 1) / ${sql.lit(BLOCK_SIZE)} as number
      from (
        ${all}
        select author_id as list_id, created_at, published from posts where removed = 0 and ${isListed('author_id')}
        union all select category_id, created_at, published from posts where removed = 0 and ${isListed('category_id')}
        union all select tag_id, created_at, published from post_tags where ${isListed('tag_id')}
      ) as listed
    ) as numbered group by list_id, number`.execute(trx)
}

export interface List {
  id: number
  published: boolean | null
}

async function readBlocks(
  db: Db,
  { id, published: status }: List,
): Promise<{ start: number; posts: number }[]> {
  const rows = await db
    .selectFrom('post_blocks')
    .select(['start', 'published', 'total'])
    .where('list_id', '=', id)
    .orderBy('start', 'desc')
    .execute()
  return rows.map(({ start, published, total }) => ({
    start,
    posts: status === null ? total : status ? published : total - published,
  }))
}

interface Position {
  below: number | null
  skip: number
}

export async function findPosition(db: Db, list: List, offset: number): Promise<Position> {
  const position: Position = { below: null, skip: offset }
  if (offset < BLOCK_SIZE) return position
  for (const { start, posts } of await readBlocks(db, list)) {
    if (posts > position.skip) break
    position.below = start
    position.skip -= posts
  }
  return position
}

export async function findBlock(db: Db, list: List, time: number): Promise<{ start: number; older: number }> {
  const [block, ...older] = (await readBlocks(db, list)).filter(({ start }) => start <= time)
  return { start: block?.start ?? 0, older: older.reduce((sum, { posts }) => sum + posts, 0) }
}
