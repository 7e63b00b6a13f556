import { sql } from 'kysely'
import type { AutomaticPage, RedirectListQuery } from '#contract/redirects.ts'
import { toAddress } from '#contract/slug-addresses.ts'
import { toIso } from '#contract/time.ts'
import { formerSlugs } from './former-slugs.ts'
import { contains, type Database } from './store.ts'

export async function listAutomatic(
  { db, dialect }: Database,
  { search, page, limit }: RedirectListQuery,
): Promise<AutomaticPage> {
  const matching = db
    .selectFrom(formerSlugs.as<'slugs'>(sql.ref('slugs')))
    .$if(Boolean(search), (rows) => rows.where(contains(dialect, search ?? '', 'former', 'current')))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('kind')
    .orderBy('former')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const data = rows.map(({ kind, former, current, hits, last_hit_at }) => ({
    kind,
    from: toAddress({ kind, slug: former }),
    to: toAddress({ kind, slug: current }),
    hits,
    lastHitAt: toIso(last_hit_at),
  }))
  return { data, total, totalPages: Math.ceil(total / limit) }
}
