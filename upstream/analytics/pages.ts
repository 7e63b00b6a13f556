import type { Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'

/** A limit that no real site reaches, because API clients could send made-up paths. */
const MAX_FIXED_PAGES = 500
const MAX_PATH_LENGTH = 120

interface PageRequest {
  path: string
  route: string | null
}

export interface FigurePage {
  id: number
  postId: number | null
}

interface Existing {
  postId: number | null
  isVerified: boolean
}

type FindSlugs = (trx: Trx, slugs: string[]) => Promise<{ slug: string; id: number | null }[]>

const slugRoutes = new Map<string, FindSlugs>([
  [
    '/blog/[slug]',
    (trx, slugs) =>
      trx
        .selectFrom('posts')
        .select(['slug', 'id'])
        .where('published', '=', 1)
        .where('slug', 'in', slugs)
        .execute(),
  ],
  [
    '/work/[slug]',
    async (trx, slugs) =>
      withoutId(
        await trx
          .selectFrom('case_studies')
          .select('slug')
          .where('published', '=', 1)
          .where('slug', 'in', slugs)
          .execute(),
      ),
  ],
  [
    '/authors/[slug]',
    async (trx, slugs) =>
      withoutId(await trx.selectFrom('authors').select('slug').where('slug', 'in', slugs).execute()),
  ],
])

const withoutId = (rows: { slug: string }[]) => rows.map(({ slug }) => ({ slug, id: null }))

const slugOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export async function findOrInsertPages(trx: Trx, requests: PageRequest[]): Promise<Map<string, FigurePage>> {
  const existing = await findExisting(trx, requests)
  if (existing.size === 0) return new Map()
  const stored = await trx
    .selectFrom('figure_pages')
    .selectAll()
    .where('path', 'in', [...existing.keys()])
    .execute()
  const pages = new Map<string, FigurePage>()
  for (const [path, known] of existing) {
    const page = stored.find((row) => row.path === path && row.post_id === known.postId)
    const id = page?.id ?? (await storePage(trx, path, known))
    if (id !== null) pages.set(path, { id, postId: known.postId })
  }
  return pages
}

async function findExisting(trx: Trx, requests: PageRequest[]): Promise<Map<string, Existing>> {
  const existing = new Map<string, Existing>()
  const slugs = new Map<string, Set<string>>()
  for (const { path, route } of requests) {
    if (route === null || path.length > MAX_PATH_LENGTH) continue
    if (route === path) existing.set(path, { postId: null, isVerified: false })
    else slugs.set(route, (slugs.get(route) ?? new Set()).add(slugOf(path)))
  }
  for (const [route, wanted] of slugs) {
    const found = (await slugRoutes.get(route)?.(trx, [...wanted])) ?? []
    for (const { slug, id } of found)
      existing.set(route.replace(/\[\w+\]$/, slug), { postId: id, isVerified: true })
  }
  return existing
}

/** A post without views has no page. */
export async function movePostPage(trx: LockedTrx, postId: number, slug: string): Promise<void> {
  if (await findPage(trx, 'post_id', postId))
    await storePage(trx, `/blog/${slug}`, { postId, isVerified: true })
}

/** The figures follow the case study to its new slug, unless that slug had figures before. */
export async function moveCaseStudyPage(trx: LockedTrx, from: string, to: string): Promise<void> {
  const path = `/work/${to}`
  const [moved, taken] = [await findPage(trx, 'path', `/work/${from}`), await findPage(trx, 'path', path)]
  if (moved && !taken) await updatePage(trx, moved.id, { path })
}

/** The figures follow the post to its new slug, unless that slug had figures before. */
async function storePage(trx: Trx, path: string, { postId, isVerified }: Existing): Promise<number | null> {
  const taken = await findPage(trx, 'path', path)
  const moved = postId === null ? undefined : await findPage(trx, 'post_id', postId)
  if (taken) {
    if (moved) await updatePage(trx, moved.id, { post_id: null })
    await updatePage(trx, taken.id, { post_id: postId })
    return taken.id
  }
  if (!moved) return addPage(trx, path, postId, isVerified)
  await updatePage(trx, moved.id, { path })
  return moved.id
}

const findPage = (trx: Trx, column: 'path' | 'post_id', value: string | number) =>
  trx.selectFrom('figure_pages').select('id').where(column, '=', value).executeTakeFirst()

const updatePage = (trx: Trx, id: number, change: { path: string } | { post_id: number | null }) =>
  trx.updateTable('figure_pages').set(change).where('id', '=', id).execute()

async function addPage(
  trx: Trx,
  path: string,
  postId: number | null,
  isVerified: boolean,
): Promise<number | null> {
  const { last, fixed } = await trx
    .selectFrom('figure_pages')
    .select((eb) => [
      eb.fn.max<number | null>('id').as('last'),
      eb.fn.countAll<number>().filterWhere('post_id', 'is', null).as('fixed'),
    ])
    .executeTakeFirstOrThrow()
  if (!isVerified && fixed >= MAX_FIXED_PAGES) return null
  const id = (last ?? 0) + 1
  await trx.insertInto('figure_pages').values({ id, path, post_id: postId }).execute()
  return id
}
