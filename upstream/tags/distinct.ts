import type { StaffTag } from '#contract/tags.ts'
import type { Db, Trx } from '../db/open.ts'

const pairsOf = (ids: number[]) =>
  [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .flatMap((tag_id, index, sorted) => sorted.slice(index + 1).map((other_id) => ({ tag_id, other_id })))

const keyOf = (pair: { tag_id: number; other_id: number }) => `${pair.tag_id} ${pair.other_id}`

export async function readDistinct(db: Db): Promise<(a: StaffTag, b: StaffTag) => boolean> {
  const known = new Set((await db.selectFrom('distinct_tags').selectAll().execute()).map(keyOf))
  return (a, b) => pairsOf([Number(a.id), Number(b.id)]).some((pair) => known.has(keyOf(pair)))
}

export async function markDistinct(trx: Trx, ids: number[]): Promise<boolean> {
  const inserted = await trx
    .insertInto('distinct_tags')
    .values(pairsOf(ids))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) > 0
}

export async function unmarkDistinct(trx: Trx, ids: number[]): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('distinct_tags')
    .where('tag_id', 'in', ids)
    .where('other_id', 'in', ids)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows) > 0
}

export async function forgetDistinct(trx: Trx, id: number): Promise<void> {
  await trx
    .deleteFrom('distinct_tags')
    .where((eb) => eb.or([eb('tag_id', '=', id), eb('other_id', '=', id)]))
    .execute()
}
