import { sql } from 'kysely'
import type { Trx } from '../open.ts'

const LONG_TEXT = 100_000

/**
 * The search left out addresses in angle brackets, and on PostgreSQL all words of very long texts: queues these posts to be
 * indexed after the start.
 */
export async function up(trx: Trx): Promise<void> {
  await trx
    .insertInto('search_queue')
    .columns(['post_id'])
    .expression((eb) =>
      eb
        .selectFrom('post_contents')
        .innerJoin('posts', 'posts.id', 'post_contents.post_id')
        .select('post_id')
        .where('removed', '=', 0)
        .where((where) =>
          where.or([
            where('content', 'like', '%<%:%>%'),
            where(sql<number>`length(content)`, '>', LONG_TEXT),
          ]),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
