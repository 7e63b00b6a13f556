import type { Trx } from '../open.ts'

/** Keys have accents as one character. Of two categories that differ only in that, one keeps its key until staff rename it. */
export async function up(trx: Trx): Promise<void> {
  const categories = await trx.selectFrom('categories').select(['id', 'name', 'name_key']).execute()
  const keys = new Set(categories.map(({ name_key }) => name_key))
  for (const { id, name, name_key } of categories) {
    const wanted = name_key.normalize()
    if (keys.has(wanted)) continue
    keys.add(wanted)
    await trx
      .updateTable('categories')
      .set({ name_key: wanted, name: name.normalize() })
      .where('id', '=', id)
      .execute()
  }
}
