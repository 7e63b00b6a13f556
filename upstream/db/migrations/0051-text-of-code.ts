import { readingMinutes } from '#contract/markup.ts'
import type { Trx } from '../open.ts'

const BATCH_SIZE = 500

/** The text of code, emphasis and entities was incomplete: counts it, and queues the posts to be indexed after the start. */
export async function up(trx: Trx): Promise<void> {
  for (let last = 0; ;) {
    const rows = await trx
      .selectFrom('post_contents')
      .innerJoin('posts', 'posts.id', 'post_contents.post_id')
      .select(['post_id', 'content', 'removed', 'reading_minutes'])
      .where('post_id', '>', last)
      .orderBy('post_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { post_id, content, reading_minutes } of rows) {
      const minutes = readingMinutes(content)
      if (minutes !== reading_minutes)
        await trx.updateTable('posts').set({ reading_minutes: minutes }).where('id', '=', post_id).execute()
    }
    const queued = rows
      .filter(({ content, removed }) => removed === 0 && /[`&<*_~[\\]/.test(content))
      .map(({ post_id }) => ({ post_id }))
    if (queued.length > 0)
      await trx
        .insertInto('search_queue')
        .values(queued)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const lastRow = rows.at(-1)
    if (!lastRow) return
    last = lastRow.post_id
  }
}
