import type { ImportOptions } from '#contract/imports.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { Trx } from '../db/open.ts'
import { firstFreeSlug, slugify } from '../posts/slugs.ts'
import { planColumn } from './plan.ts'
import { sourcePostSchema } from './source.ts'
import { parseOptions, type ImportRow } from './store.ts'

/** New slugs are chosen in advance, so that posts can link to each other. */
async function chooseSlugs(trx: Trx, importId: string, { taken }: ImportOptions): Promise<void> {
  const posts = await trx
    .selectFrom('import_posts')
    .select(['position', 'slug', planColumn.as('plan')])
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .orderBy('position')
    .execute()
  const isRenamed = ({ plan, slug }: (typeof posts)[number]) =>
    plan === 'taken' ? taken === 'rename' : plan === 'new' && slug === ''
  for (const { position } of posts.filter(isRenamed)) {
    const row = trx.selectFrom('import_posts').where('import_id', '=', importId)
    const { document } = await row
      .select('document')
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    const post = sourcePostSchema.parse(JSON.parse(document))
    const slug = await firstFreeSlug(slugify(post.slug || post.title), (candidates) =>
      trx
        .selectFrom('post_slugs')
        .select('slug')
        .where('slug', 'in', candidates)
        .union(row.select('slug').where('slug', 'in', candidates))
        .execute(),
    )
    await trx
      .updateTable('import_posts')
      .set({ slug })
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .execute()
  }
}

/** The options of the first run also apply to later runs. */
export async function startImport(
  caller: Caller,
  row: ImportRow,
  chosen: ImportOptions,
): Promise<ImportOptions> {
  if (row.options !== null) return parseOptions(row.options)
  return withWriteLockAs(caller, async (trx) => {
    const current = trx.selectFrom('imports').select('options').where('id', '=', row.id)
    const { options } = await current.executeTakeFirstOrThrow()
    if (options !== null) return parseOptions(options)
    await trx
      .updateTable('imports')
      .set({ options: JSON.stringify(chosen) })
      .where('id', '=', row.id)
      .execute()
    await chooseSlugs(trx, row.id, chosen)
    return chosen
  })
}
