import { ApiError } from '#contract/errors.ts'
import type { Trx } from '../db/open.ts'
import { firstFreeSlug, isReserved, slugify } from '../posts/slugs.ts'

/** Reserved, because it is the path of the call that stores the order. */
const ORDER = 'order'

/** Callers must hold the write lock (see withWriteLock). */
export function findFreeSlug(trx: Trx, title: string): Promise<string> {
  const base = slugify(title, 'case-study')
  return firstFreeSlug(base === ORDER ? `case-study-${base}` : base, (candidates) =>
    trx.selectFrom('case_study_slugs').select('slug').where('slug', 'in', candidates).execute(),
  )
}

export async function requireFreeSlug(trx: Trx, slug: string, studyId: number): Promise<void> {
  const owner = await trx
    .selectFrom('case_study_slugs')
    .select('case_study_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  const isFree = !owner || owner.case_study_id === studyId
  if (isFree && slug !== ORDER && !isReserved(slug)) return
  const message = 'This URL is already taken.'
  throw new ApiError('conflict', message, { fields: { slug: message } })
}

export async function addSlug(trx: Trx, slug: string, studyId: number): Promise<void> {
  await trx
    .insertInto('case_study_slugs')
    .values({ slug, case_study_id: studyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
