import type { Selectable } from 'kysely'
import type { CategoryChange, CategoryInput, CategoryOrder, StaffCategory } from '#contract/categories.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { MAX_CATEGORIES } from '#contract/categories.ts'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import { recordChange } from '../changes/record.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { requireOrder } from '../http/version.ts'
import { deleteBlocks } from '../posts/blocks.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'
import { firstFreeSlug, slugify } from '../posts/slugs.ts'

export type CategoryRow = Selectable<Tables['categories']>

export const toCategory = (row: CategoryRow): StaffCategory => ({
  id: String(row.id),
  slug: row.slug,
  name: row.name,
  description: row.description,
  count: row.total_count,
  published: row.published_count,
  version: row.version,
})

const inOrder = (db: Db) => db.selectFrom('categories').selectAll().orderBy('position').orderBy('id')

export const listCategories = (db: Db): Promise<CategoryRow[]> => inOrder(db).execute()

export const findCategory = (db: Db, slug: string): Promise<CategoryRow | undefined> =>
  db
    .selectFrom('category_slugs')
    .innerJoin('categories', 'categories.id', 'category_slugs.category_id')
    .selectAll('categories')
    .where('category_slugs.slug', '=', slug)
    .executeTakeFirst()

export async function getCategoryId(trx: Trx, slug: string): Promise<number | null> {
  if (slug === '') return null
  const category = await findCategory(trx, slug)
  if (category) return category.id
  throw ApiError.forField('invalid', 'category', 'There is no such category.')
}

export async function insertCategory(trx: LockedTrx, input: CategoryInput): Promise<number> {
  const { name, description } = input
  const existing = await listCategories(trx)
  if (existing.length >= MAX_CATEGORIES)
    throw new ApiError('conflict', `There can be at most ${MAX_CATEGORIES} categories.`)
  const id = await nextId(trx)
  await requireFreeName(trx, name, id)
  const slug = input.slug ?? (await findFreeSlug(trx, name))
  await requireFreeSlug(trx, slug, id)
  const position = (existing.at(-1)?.position ?? 0) + 1
  const name_key = toCaseKey(name)
  await trx.insertInto('categories').values({ id, slug, name_key, name, description, position }).execute()
  await trx.insertInto('category_slugs').values({ slug, category_id: id }).execute()
  return id
}

export async function updateCategory(
  trx: LockedTrx,
  dialect: DialectName,
  stored: CategoryRow,
  { name = stored.name, slug = stored.slug, description = stored.description }: CategoryChange,
): Promise<void> {
  await requireFreeName(trx, name, stored.id)
  if (slug !== stored.slug) {
    await requireFreeSlug(trx, slug, stored.id)
    await trx
      .insertInto('category_slugs')
      .values({ slug, category_id: stored.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await trx
    .updateTable('categories')
    .set({ name, name_key: toCaseKey(name), slug, description, version: stored.version + 1 })
    .where('id', '=', stored.id)
    .execute()
  await recordCategoryChange(trx, dialect, stored.published_count > 0 ? [stored.slug, slug] : [])
}

export async function deleteCategory(
  trx: LockedTrx,
  dialect: DialectName,
  stored: CategoryRow,
): Promise<void> {
  await trx
    .updateTable('post_tags')
    .set({ category_id: null })
    .where('post_id', 'in', (eb) => eb.selectFrom('posts').select('id').where('category_id', '=', stored.id))
    .execute()
  await trx.updateTable('posts').set({ category_id: null }).where('category_id', '=', stored.id).execute()
  await trx.deleteFrom('categories').where('id', '=', stored.id).execute()
  await deleteBlocks(trx, [stored.id])
  await recordCategoryChange(trx, dialect, stored.published_count > 0 ? [stored.slug] : [])
}

export async function orderCategories(
  trx: LockedTrx,
  dialect: DialectName,
  { ids, previousIds }: CategoryOrder,
): Promise<void> {
  const stored = (await listCategories(trx)).map(({ id }) => String(id))
  if (ids.length !== stored.length || new Set(stored).symmetricDifference(new Set(ids)).size > 0)
    throw new ApiError('conflict', 'The categories have changed. Reload to see them.')
  requireOrder(stored, previousIds)
  for (const [index, id] of ids.entries())
    await trx
      .updateTable('categories')
      .set({ position: index + 1 })
      .where('id', '=', Number(id))
      .execute()
  await recordCategoryChange(trx, dialect, [])
}

/** Changes are public, so the slugs are those of categories with published posts. */
const recordCategoryChange = (trx: Trx, dialect: DialectName, slugs: string[]) =>
  recordChange(trx, dialect, { tags: [pageTags.posts, ...slugs.map(pageTags.category)], removes: false })

async function requireFreeName(trx: Trx, name: string, id: number) {
  const names = trx.selectFrom('categories').select('id').where('name_key', '=', toCaseKey(name))
  const owner = await names.executeTakeFirst()
  if (!owner || owner.id === id) return
  throw ApiError.forField('conflict', 'name', 'There is already a category with this name.')
}

/** Former slugs stay reserved, so that old links keep working. */
async function requireFreeSlug(trx: Trx, slug: string, id: number) {
  const owner = await findCategory(trx, slug)
  if (!owner || owner.id === id) return
  throw ApiError.forField('conflict', 'slug', 'This URL is already taken.')
}

const findFreeSlug = (trx: Trx, name: string): Promise<string> =>
  firstFreeSlug(slugify(name), (candidates) =>
    trx.selectFrom('category_slugs').select('slug').where('slug', 'in', candidates).execute(),
  )
