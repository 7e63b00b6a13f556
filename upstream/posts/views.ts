import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { cleanText } from '#lib/text.ts'
import { readJson } from '../body.ts'
import { forReaders } from '../call.ts'
import type { Db, Trx } from '../db/open.ts'
import { parsed } from '../faults.ts'
import { consume, limitKey, type Limit } from '../limits.ts'
import { findPost } from './read.ts'

const visitSchema = z.object({ visitor: cleanText('Visitor').min(1, 'Visitor is required').max(200) })

/** More than an office reads; who makes up visitors gets no further than this. */
const viewsLimit: Limit = { name: 'views', points: 120, minutes: 10 }

/** Counts a visitor once a day and post; only a salted hash is kept, and neither it nor the salt outlives the day. */
export const countView = forReaders(async (call) => {
  const { visitor } = parsed(visitSchema, await readJson(call.request))
  await consume(call.db, viewsLimit, limitKey(viewsLimit, call.address), 'Many views came from here already.')
  const { id } = await findPost(call, false)
  const day = new Date().toISOString().slice(0, 10)
  const views = await call.db.transaction().execute(async (trx) => {
    const hash = createHash('sha256')
      .update(`${await saltOf(trx, day)}|${visitor}`)
      .digest('base64url')
    const seen = await trx
      .insertInto('post_visitors')
      .values({ day, post_id: id, visitor: hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (seen) await addView(trx, day, id)
    return currentViews(trx, id)
  })
  return Response.json({ data: { views } })
})

async function saltOf(trx: Trx, day: string): Promise<string> {
  const known = await trx.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirst()
  if (known) return known.salt
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

async function currentViews(db: Db, postId: number): Promise<number> {
  const row = await db.selectFrom('posts').select('views').where('id', '=', postId).executeTakeFirst()
  return row?.views ?? 0
}
