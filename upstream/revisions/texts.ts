import type { Db } from '../db/open.ts'
import { decompress } from './codec.ts'

export async function findNewest(db: Db, postId: number): Promise<{ number: number; depth: number } | null> {
  const newest = await db
    .selectFrom('post_revisions')
    .select(['number', 'depth'])
    .where('post_id', '=', postId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? null
}

/** Returns null for a revision that does not exist; reads at most MAX_DEPTH before it. */
export async function readText(db: Db, postId: number, number: number): Promise<Buffer | null> {
  const rows = await db
    .selectFrom('post_revisions')
    .select(['number', 'document'])
    .where('post_id', '=', postId)
    .where('number', '<=', number)
    .where('number', '>=', (eb) =>
      eb
        .selectFrom('post_revisions')
        .select((max) => max.fn.max('number').as('start'))
        .where('post_id', '=', postId)
        .where('number', '<=', number)
        .where('depth', '=', 0),
    )
    .orderBy('number')
    .execute()
  if (rows.at(-1)?.number !== number) return null
  return rows.reduce<Buffer | null>((before, { document }) => decompress(document, before), null)
}
