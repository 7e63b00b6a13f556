import { sql } from 'kysely'
import type { AutomaticPage, RedirectListQuery } from '#contract/redirects.ts'
import { toAddress } from '#contract/slug-addresses.ts'
import { toIso } from '#contract/time.ts'
import { readPage } from '../http/pages.ts'
import { formerSlugs } from './former-slugs.ts'
import { contains, type Database } from './store.ts'

export async function listAutomatic(
  { db, dialect }: Database,
  { search, page, limit }: RedirectListQuery,
): Promise<AutomaticPage> {
  const matching = db
    .selectFrom(formerSlugs.as<'slugs'>(sql.ref('slugs')))
    .$if(Boolean(search), (rows) => rows.where(contains(dialect, search ?? '', 'former', 'current')))
  const { rows, ...totals } = await readPage(
    matching,
    (all) => all.selectAll().orderBy('kind').orderBy('former'),
    { page, limit },
  )
  const data = rows.map(({ kind, former, current, hits, last_hit_at }) => ({
    kind,
    from: toAddress({ kind, slug: former }),
    to: toAddress({ kind, slug: current }),
    hits,
    lastHitAt: toIso(last_hit_at),
  }))
  return { data, ...totals }
}
