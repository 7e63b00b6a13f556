import type { Trx } from '../open.ts'

const invalid = /--|-$/
/** Leaves room for a number in the 80 characters of a slug. */
const STEM_LENGTH = 75

/** Long names could get a slug with a hyphen at its end, which the site rejects. It stays as a former slug. */
export async function up(trx: Trx): Promise<void> {
  const rows = await trx.selectFrom('category_slugs').select('slug').execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  for (const { id, slug } of await trx.selectFrom('categories').select(['id', 'slug']).execute()) {
    if (!invalid.test(slug)) continue
    const base = slug.replace(/-+/g, '-').replace(/-$/, '')
    const stem = base.slice(0, STEM_LENGTH).replace(/-$/, '')
    let valid = base
    for (let number = 2; taken.has(valid); number += 1) valid = `${stem}-${number}`
    taken.add(valid)
    await trx.insertInto('category_slugs').values({ slug: valid, category_id: id }).execute()
    await trx.updateTable('categories').set({ slug: valid }).where('id', '=', id).execute()
  }
}
