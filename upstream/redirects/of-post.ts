import type { DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { recordRedirectChange } from './store.ts'

const redirectsTo = (trx: Trx, postId: number) =>
  trx.selectFrom('redirects').select('id').where('post_id', '=', postId).limit(1)

/** Marks redirects to a post as changed when its visibility changes. */
export async function recordRedirectsOf(trx: LockedTrx, dialect: DialectName, postId: number): Promise<void> {
  if (await redirectsTo(trx, postId).executeTakeFirst()) await recordRedirectChange(trx, dialect)
}

/** Redirects to former addresses are changed to the new slug, without a chain. */
export const moveRedirectsOf = (trx: Trx, postId: number, slug: string) =>
  trx
    .updateTable('redirects')
    .set({ target: `/blog/${slug}` })
    .where('post_id', '=', postId)
    .execute()
