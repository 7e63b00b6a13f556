import { ApiError } from '#contract/errors.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { firstFreeSlug, isReserved, slugify } from '../posts/slugs.ts'

/** Reserved, because it is the path of the call that stores the order. */
const ORDER = 'order'

export function slugifyTitle(title: string): string {
  const base = slugify(title, 'case-study')
  return base === ORDER ? `case-study-${base}` : base
}

export const findFreeSlug = (trx: LockedTrx, title: string): Promise<string> =>
  firstFreeSlug(slugifyTitle(title), (candidates) =>
    trx.selectFrom('case_study_slugs').select('slug').where('slug', 'in', candidates).execute(),
  )

/** Former slugs stay reserved, unless their case study was never public. */
export async function requireFreeSlug(trx: Trx, slug: string, studyId: number): Promise<void> {
  const owner = await trx
    .selectFrom('case_study_slugs')
    .innerJoin('case_studies', 'case_studies.id', 'case_study_slugs.case_study_id')
    .select('case_study_id')
    .where('case_study_slugs.slug', '=', slug)
    .where('case_study_id', '<>', studyId)
    .where((eb) => eb.or([eb('case_studies.slug', '=', slug), eb('published_at', 'is not', null)]))
    .executeTakeFirst()
  if (!owner && slug !== ORDER && !isReserved(slug)) return
  throw ApiError.forField('conflict', 'slug', 'This URL is already taken.')
}

export async function takeSlug(trx: Trx, slug: string, studyId: number): Promise<void> {
  const former = trx.deleteFrom('case_study_slugs').where('slug', '=', slug)
  await former.where('case_study_id', '<>', studyId).execute()
  await trx
    .insertInto('case_study_slugs')
    .values({ slug, case_study_id: studyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listSlugs(db: Db, studyId: number): Promise<string[]> {
  const slugs = db.selectFrom('case_study_slugs').select('slug').where('case_study_id', '=', studyId)
  return (await slugs.execute()).map((row) => row.slug)
}
