import type { SelectQueryBuilder } from 'kysely'

export const totalsOfOnePage = (total: number) => ({ total, totalPages: Math.min(total, 1) })

export const totalsOf = (total: number, limit: number) => ({ total, totalPages: Math.ceil(total / limit) })

type Matching<DB, Table extends keyof DB> = SelectQueryBuilder<DB, Table, NonNullable<unknown>>

export async function readPage<DB, Table extends keyof DB, Row>(
  matching: Matching<DB, Table>,
  sorted: (matching: Matching<DB, Table>) => SelectQueryBuilder<DB, Table, Row>,
  { page, limit }: { page: number; limit: number },
) {
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const rows = await sorted(matching)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, ...totalsOf(total, limit) }
}
