import * as z from 'zod'
import { toCaseKey } from '#contract/case-key.ts'
import { categoryInputSchema } from '#contract/categories.ts'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import { slugSchema } from '#contract/posts.ts'
import { findCategory, insertCategory, updateCategory } from '../categories/store.ts'
import { recordChange } from '../changes/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Archive } from './archive.ts'
import { readJsonLines } from './json-lines.ts'
import type { ImportRow } from './store.ts'

export const CATEGORIES_FILE = 'categories.jsonl'

const { name, description } = categoryInputSchema.shape
export const sourceCategorySchema = z.object({
  name,
  description,
  slug: z.union([slugSchema, z.literal('')]),
})
export type SourceCategory = z.infer<typeof sourceCategorySchema>

export const readCategories = (archive: Archive) =>
  readJsonLines(archive, CATEGORIES_FILE, sourceCategorySchema)

const sourceCategories = z.array(sourceCategorySchema)

export const parseCategories = ({ categories }: ImportRow): SourceCategory[] =>
  sourceCategories.parse(JSON.parse(categories))

/** A category that is here keeps its slug, and its description unless it has none. */
async function findOrInsert(trx: LockedTrx, dialect: DialectName, category: SourceCategory) {
  const { name, slug, description } = category
  const named = trx.selectFrom('categories').selectAll().where('name_key', '=', toCaseKey(name))
  const existing = await named.executeTakeFirst()
  if (existing) {
    if (existing.description === '' && description !== '')
      await updateCategory(trx, dialect, existing, { description })
    return existing.slug
  }
  const isFree = slug !== '' && !(await findCategory(trx, slug))
  await insertCategory(trx, { name, description, ...(isFree && { slug }) })
  await recordChange(trx, dialect, { tags: [pageTags.posts], removes: false })
  return (await named.executeTakeFirstOrThrow()).slug
}

export async function addCategory(trx: LockedTrx, dialect: DialectName, category: SourceCategory) {
  try {
    return { slug: await findOrInsert(trx, dialect, category), problems: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { slug: '', problems: [`Without the category “${category.name}”: ${error.message}`] }
  }
}

export async function addCategoryOf(
  trx: LockedTrx,
  dialect: DialectName,
  { row, name }: { row: ImportRow; name: string },
) {
  if (name === '') return { slug: '', problems: [] }
  const described = parseCategories(row).find((category) => toCaseKey(category.name) === toCaseKey(name))
  return addCategory(trx, dialect, { ...(described ?? { slug: '', description: '' }), name })
}
