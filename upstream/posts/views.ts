import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { toDay } from '#contract/calendar.ts'
import type { Db, Trx } from '../db/open.ts'

/** Counts a visitor once per day and post. Only a salted hash is stored, and only until the day is over. */
export async function countView(db: Db, postId: number, visitor: string): Promise<number> {
  const day = toDay(Date.now())
  return db.transaction().execute(async (trx) => {
    const hash = createHash('sha256')
      .update(`${await getSalt(trx, day)}|${visitor}`)
      .digest('base64url')
    const isNew = await trx
      .insertInto('post_visitors')
      .values({ day, post_id: postId, visitor: hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (isNew) await addView(trx, day, postId)
    return getViews(trx, postId)
  })
}

async function getSalt(trx: Trx, day: string): Promise<string> {
  const existing = await trx
    .selectFrom('visitor_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirst()
  if (existing) return existing.salt
  await trx.deleteFrom('visitor_salts').where('day', '<', day).execute()
  await trx.deleteFrom('post_visitors').where('day', '<', day).execute()
  const salt = randomBytes(16).toString('base64url')
  const row = await trx
    .insertInto('visitor_salts')
    .values({ day, salt })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ salt: sql`visitor_salts.salt` }))
    .returning('salt')
    .executeTakeFirstOrThrow()
  return row.salt
}

async function addView(trx: Trx, day: string, postId: number) {
  await trx
    .updateTable('posts')
    .set({ views: sql`views + 1` })
    .where('id', '=', postId)
    .execute()
  await trx
    .insertInto('post_view_days')
    .values({ day, post_id: postId, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'post_id']).doUpdateSet({ views: sql`post_view_days.views + 1` }),
    )
    .execute()
  await trx
    .insertInto('view_days')
    .values({ day, views: 1 })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ views: sql`view_days.views + 1` }))
    .execute()
}

async function getViews(db: Db, postId: number): Promise<number> {
  const row = await db.selectFrom('posts').select('views').where('id', '=', postId).executeTakeFirst()
  return row?.views ?? 0
}
