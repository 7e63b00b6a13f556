import { sql, type SqlBool } from 'kysely'
import { activityKinds, listVisibleKinds, type ActivityFilter } from '#contract/activity.ts'
import { addDays, startOfDay } from '#contract/calendar.ts'
import type { Role } from '#contract/roles.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db, Trx } from '../db/open.ts'

export const BLOCK_MS = 7 * DAY_MS

/** Weekly counts exist by kind only; the entries of a person or object are counted on demand. */
type CountedFilter = Pick<ActivityFilter, 'kind' | 'from' | 'to'>

const startOfBlock = (time: number) => time - (time % BLOCK_MS)

/** Filters the log and its counts; `not in` lets an index provide the order. */
export function hasKind(role: Role, kind: string | undefined) {
  const visible = listVisibleKinds(role)
  const hidden = activityKinds.filter((one) => !visible.includes(one))
  const conditions = [sql<SqlBool>`1 = 1`]
  if (hidden.length > 0) conditions.push(sql`kind not in (${sql.join(hidden)})`)
  if (activityKinds.some((one) => one === kind)) conditions.push(sql`kind = ${kind}`)
  else if (kind !== undefined) conditions.push(sql`kind like ${`${kind}.%`}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

async function readCountedUntil(db: Db): Promise<number> {
  const newest = db
    .selectFrom('activity_blocks')
    .select((eb) => eb.fn.max<number | null>('start').as('start'))
  const { start } = await newest.executeTakeFirstOrThrow()
  return start === null ? 0 : start + BLOCK_MS
}

const countBetween = (trx: Trx, from: number, to: number) => {
  const start = sql`created_at - created_at % ${sql.lit(BLOCK_MS)}`
  return sql`
    insert into activity_blocks (start, kind, total)
    select ${start}, kind, count(*) from activity where created_at >= ${from} and created_at < ${to}
    group by ${start}, kind`.execute(trx)
}

/** Counts weeks that have been over for at least a day, so that no open transaction adds to them. */
export async function countBlocks(trx: Trx, now = Date.now()): Promise<void> {
  await countBetween(trx, await readCountedUntil(trx), startOfBlock(now - DAY_MS))
}

export async function deleteBlocks(trx: Trx, before: number): Promise<void> {
  const start = startOfBlock(before)
  await trx.deleteFrom('activity_blocks').where('start', '<=', start).execute()
  await countBetween(trx, before, start + BLOCK_MS)
}

interface Block {
  start: number
  entries: number
}

async function readBlocks(db: Db, role: Role, kind: string | undefined): Promise<Block[]> {
  const counted = await db
    .selectFrom('activity_blocks')
    .select(['start', (eb) => eb.fn.sum<number>('total').as('entries')])
    .where(hasKind(role, kind))
    .groupBy('start')
    .orderBy('start', 'desc')
    .execute()
  const start = await readCountedUntil(db)
  return [{ start, entries: await countEntries(db, role, kind, start, Infinity) }, ...counted]
}

async function countEntries(db: Db, role: Role, kind: string | undefined, from: number, to: number) {
  const { entries } = await db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where(hasKind(role, kind))
    .where('created_at', '>=', from)
    .$if(to !== Infinity, (rows) => rows.where('created_at', '<', to))
    .executeTakeFirstOrThrow()
  return entries
}

const sum = (blocks: Block[]) => blocks.reduce((total, { entries }) => total + entries, 0)

/** Returns the number of entries in the range and where a page begins: below a time, after skipping some entries. */
export async function findPosition(db: Db, role: Role, { kind, from, to }: CountedFilter, offset: number) {
  const blocks = await readBlocks(db, role, kind)
  const countOlder = async (time: number) => {
    const [block, ...older] = blocks.filter(({ start }) => start <= time)
    return block ? sum(older) + (await countEntries(db, role, kind, block.start, time)) : 0
  }
  const all = sum(blocks)
  const upTo = to === undefined ? all : await countOlder(startOfDay(addDays(to, 1)))
  const total = Math.max(0, upTo - (from === undefined ? 0 : await countOlder(startOfDay(from))))
  const position = { below: Infinity, skip: all - upTo + offset }
  for (const { start, entries } of blocks) {
    if (entries > position.skip) break
    position.below = start
    position.skip -= entries
  }
  return { total, ...position }
}
