import type { Trx } from '../open.ts'
import { isUnspaced } from '../search-words.ts'

const BATCH_SIZE = 1000

/** Queues posts whose title or excerpt has no spaces between words, so that they are indexed after the start. */
export async function up(trx: Trx): Promise<void> {
  for (let last = 0; ;) {
    const posts = await trx
      .selectFrom('posts')
      .select(['id', 'title', 'excerpt'])
      .where('id', '>', last)
      .where('removed', '=', 0)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    const rows = posts
      .filter(({ title, excerpt }) => isUnspaced(title + excerpt))
      .map(({ id }) => ({ post_id: id }))
    if (rows.length > 0)
      await trx
        .insertInto('search_queue')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const lastPost = posts.at(-1)
    if (!lastPost) return
    last = lastPost.id
  }
}
