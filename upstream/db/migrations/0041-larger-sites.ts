import { sql, type RawBuilder } from 'kysely'
import { FIRST_DAY } from '../../analytics/periods.ts'
import type { Trx } from '../open.ts'

export async function up(trx: Trx): Promise<void> {
  await addCategoriesOfTags(trx)
  await trx.schema
    .createIndex('tags_published')
    .on('tags')
    .columns(['published_count desc', 'key', 'name'])
    .execute()
  await addUpThirds(trx)
}

async function addCategoriesOfTags(trx: Trx) {
  await trx.schema.alterTable('post_tags').addColumn('category_id', 'integer').execute()
  await sql`update post_tags set category_id = (select category_id from posts where posts.id = post_tags.post_id)`.execute(
    trx,
  )
  await trx.schema
    .createIndex('post_tags_category')
    .on('post_tags')
    .columns(['tag_id', 'category_id', 'created_at', 'post_id', 'published'])
    .where(sql<boolean>`category_id is not null`)
    .execute()
}

/** Of closed days; see `upstream/analytics/thirds.ts`. */
async function addUpThirds(trx: Trx) {
  const job = await trx.selectFrom('figure_jobs').select('closed_day').executeTakeFirst()
  const third = (day: RawBuilder<unknown>) =>
    sql`(${day} / 100) * 10 + case when ${day} % 100 > 20 then 3 when ${day} % 100 > 10 then 2 else 1 end`
  const closedDay = sql.lit(job?.closed_day ?? 0)
  await sql`
    insert into page_figures (period, page_id, views, readers, visits, shares)
    select ${third(sql`period`)}, page_id, sum(views), sum(readers), sum(visits), sum(shares) from page_figures
    where period > ${sql.lit(FIRST_DAY)} and period < ${closedDay} and ${third(sql`period`)} < ${third(closedDay)}
    group by 1, 2`.execute(trx)
}
