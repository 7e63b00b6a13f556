import { sql } from 'kysely'
import { parseSlugs, replaceSlug, toAddress, type SlugAddress } from '#contract/slug-addresses.ts'
import type { Db } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'

interface Former {
  kind: SlugAddress['kind']
  former: string
  current: string
  hits: number
  last_hit_at: number | null
}

export const formerSlugs = sql<Former>`(
  select 'post' as kind, s.slug as former, p.slug as current, s.hits, s.last_hit_at from post_slugs s
    join posts p on p.id = s.post_id where p.published = 1 and s.slug <> p.slug
  union all select 'case study', s.slug, c.slug, s.hits, s.last_hit_at from case_study_slugs s
    join case_studies c on c.id = s.case_study_id where c.published = 1 and s.slug <> c.slug
  union all select 'author', s.slug, a.slug, s.hits, s.last_hit_at from author_slugs s
    join authors a on a.id = s.author_id where a.published_count > 0
  union all select 'category', s.slug, c.slug, s.hits, s.last_hit_at from category_slugs s
    join categories c on c.id = s.category_id where c.published_count > 0 and s.slug <> c.slug
  union all select 'tag', r.slug, t.key, r.hits, r.last_hit_at from tag_redirects r
    join tags t on t.id = r.tag_id where t.published_count > 0
      and not exists (select 1 from tags v where v.key = r.slug and v.published_count > 0))`

/** Public ids redirect to the current slug. */
const publicIds = sql<Pick<Former, 'kind' | 'former' | 'current'>>`(
  select 'post' as kind, public_id as former, slug as current from posts where published = 1
  union all select 'case study', public_id, slug from case_studies where published = 1)`

/** Capitals and a trailing slash redirect to the current slug, too. */
const currentSlugs = sql<Pick<Former, 'kind' | 'former' | 'current'>>`(
  select 'post' as kind, slug as former, slug as current from posts where published = 1
  union all select 'case study', slug, slug from case_studies where published = 1
  union all select 'author', slug, slug from authors where published_count > 0)`

export async function findCurrent(
  db: Db,
  addresses: SlugAddress[],
  sources = [formerSlugs, publicIds],
): Promise<Map<string, SlugAddress>> {
  const slugs = [...new Set(addresses.map(({ slug }) => slug))]
  const current = new Map<string, SlugAddress>()
  for (const batch of batchesOf(slugs))
    for (const source of sources) {
      const rows = await db
        .selectFrom(source.as<'slugs'>(sql.ref('slugs')))
        .select(['kind', 'former', 'current'])
        .where('former', 'in', batch)
        .execute()
      for (const row of rows)
        current.set(toAddress({ kind: row.kind, slug: row.former }), { kind: row.kind, slug: row.current })
    }
  return current
}

interface Moved {
  from: string
  to: string
  target: string
}

const mayRedirect = /[A-Z%]|\/(?:[?#]|$)/

/** Targets with a current slug, spelled as its page is. */
export const findSpelled = (db: Db, targets: string[]) =>
  findMoved(
    db,
    targets.filter((target) => mayRedirect.test(target)),
    [currentSlugs],
  )

export async function findMoved(
  db: Db,
  targets: string[],
  sources?: (typeof currentSlugs)[],
): Promise<Map<string, Moved>> {
  const wanted = targets.map((target) => ({ target, addresses: parseSlugs(target) }))
  const current = await findCurrent(
    db,
    wanted.flatMap(({ addresses }) => addresses),
    sources,
  )
  const moved = new Map<string, Moved>()
  for (const { target, addresses } of wanted)
    for (const address of addresses) {
      const from = toAddress(address)
      const now = current.get(from)
      const before = moved.get(target)?.target ?? target
      if (now) moved.set(target, { from, to: toAddress(now), target: replaceSlug(before, now) })
    }
  return moved
}
