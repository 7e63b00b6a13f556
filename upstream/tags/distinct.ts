import type { StaffTag } from '#contract/tags.ts'
import type { Db, Trx } from '../db/open.ts'

interface Pair {
  tag_id: number
  other_id: number
}

const pairsOf = (ids: number[]): Pair[] =>
  [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .flatMap((tag_id, index, sorted) => sorted.slice(index + 1).map((other_id) => ({ tag_id, other_id })))

const keyOf = (pair: Pair) => `${pair.tag_id} ${pair.other_id}`

export async function readDistinct(db: Db): Promise<(a: StaffTag, b: StaffTag) => boolean> {
  const known = new Set((await db.selectFrom('distinct_tags').selectAll().execute()).map(keyOf))
  return (a, b) => pairsOf([Number(a.id), Number(b.id)]).some((pair) => known.has(keyOf(pair)))
}

export const markDistinct = (trx: Trx, ids: number[]): Promise<Pair[]> =>
  trx
    .insertInto('distinct_tags')
    .values(pairsOf(ids))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()

/** Returns the pairs that were marked. Without `only`, all pairs of the tags are restored. */
export async function unmarkDistinct(trx: Trx, ids: number[], only?: [string, string][]): Promise<Pair[]> {
  const chosen = only && new Set(only.flatMap((pair) => pairsOf(pair.map(Number))).map(keyOf))
  const marked = await trx
    .selectFrom('distinct_tags')
    .selectAll()
    .where('tag_id', 'in', ids)
    .where('other_id', 'in', ids)
    .execute()
  const restored = marked.filter((pair) => !chosen || chosen.has(keyOf(pair)))
  for (const { tag_id, other_id } of restored)
    await trx
      .deleteFrom('distinct_tags')
      .where('tag_id', '=', tag_id)
      .where('other_id', '=', other_id)
      .execute()
  return restored
}

export async function forgetDistinct(trx: Trx, id: number): Promise<void> {
  await trx
    .deleteFrom('distinct_tags')
    .where((eb) => eb.or([eb('tag_id', '=', id), eb('other_id', '=', id)]))
    .execute()
}
