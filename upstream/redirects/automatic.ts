import { sql } from 'kysely'
import type { AutomaticPage, RedirectListQuery } from '#contract/redirects.ts'
import type { Db } from '../db/open.ts'
import { likePart } from './store.ts'

interface Former {
  kind: AutomaticPage['data'][number]['kind']
  former: string
  current: string
}

/** Former slugs of everything that visitors can see. */
const formerSlugs = sql<Former>`(
  select 'post' as kind, s.slug as former, p.slug as current from post_slugs s
    join posts p on p.id = s.post_id where p.published = 1 and s.slug <> p.slug
  union all select 'case study', s.slug, c.slug from case_study_slugs s
    join case_studies c on c.id = s.case_study_id where c.published = 1 and s.slug <> c.slug
  union all select 'author', s.slug, a.slug from author_slugs s
    join authors a on a.id = s.author_id where a.published_count > 0
  union all select 'category', s.slug, c.slug from category_slugs s
    join categories c on c.id = s.category_id where c.published_count > 0 and s.slug <> c.slug
  union all select 'tag', r.slug, t.key from tag_redirects r
    join tags t on t.id = r.tag_id where t.published_count > 0
      and not exists (select 1 from tags v where v.key = r.slug and v.published_count > 0))`

const addresses: Record<Former['kind'], (slug: string) => string> = {
  post: (slug) => `/blog/${slug}`,
  'case study': (slug) => `/work/${slug}`,
  author: (slug) => `/authors/${slug}`,
  category: (slug) => `/blog?${new URLSearchParams({ category: slug })}`,
  tag: (slug) => `/blog?${new URLSearchParams({ tag: slug })}`,
}

export async function listAutomatic(
  db: Db,
  { search, page, limit }: RedirectListQuery,
): Promise<AutomaticPage> {
  const pattern = likePart(search ?? '')
  const matches = sql<boolean>`(lower(former) like ${pattern} escape '\\' or lower(current) like ${pattern} escape '\\')`
  const matching = db
    .selectFrom(formerSlugs.as<'slugs'>(sql.ref('slugs')))
    .$if(Boolean(search), (rows) => rows.where(matches))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select(['kind', 'former', 'current'])
    .orderBy('kind')
    .orderBy('former')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const data = rows.map(({ kind, former, current }) => ({
    kind,
    from: addresses[kind](former),
    to: addresses[kind](current),
  }))
  return { data, total, totalPages: Math.ceil(total / limit) }
}
