import { toCaseKey } from '#contract/case-key.ts'
import type { Trx } from '../open.ts'

/** Keys have accents as one character. Two tags that differ only in that stay, as duplicates that staff can merge. */
export async function up(trx: Trx): Promise<void> {
  const tags = await trx.selectFrom('tags').select(['id', 'key', 'name']).execute()
  const keys = new Set(tags.map(({ key }) => key))
  for (const { id, key, name } of tags) {
    const wanted = toCaseKey(key)
    if (keys.has(wanted)) continue
    keys.add(wanted)
    await trx.updateTable('tags').set({ key: wanted, name: name.normalize() }).where('id', '=', id).execute()
  }
  const redirects = await trx.selectFrom('tag_redirects').select('slug').execute()
  const slugs = new Set(redirects.map(({ slug }) => slug))
  for (const { slug } of redirects) {
    const wanted = toCaseKey(slug)
    if (slugs.has(wanted)) continue
    slugs.add(wanted)
    await trx.updateTable('tag_redirects').set({ slug: wanted }).where('slug', '=', slug).execute()
  }
}
