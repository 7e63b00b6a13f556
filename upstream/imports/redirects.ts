import type { ImportPlan } from '#contract/imports.ts'
import { MAX_REDIRECTS } from '#contract/redirects.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { deleteMissingPaths } from '../changes/record.ts'
import { addSlug, isReserved, slugify } from '../posts/slugs.ts'
import { checkRedirects } from '../redirects/check.ts'
import { tooMany } from '../redirects/import.ts'
import {
  insertRedirects,
  listAllRedirects,
  recordRedirectChange,
  retarget,
  type RedirectRow,
} from '../redirects/store.ts'
import { noRedirect } from './addresses.ts'
import { planColumn } from './plan.ts'
import { caseStudyIds } from './source.ts'
import type { ImportRow } from './store.ts'

interface Wanted {
  source: string
  target: string
}

/** The slug of a path that can become a former slug of the post, which redirects automatically. */
function toFormerSlug(path: string): string | null {
  const slug = path.startsWith('/blog/') ? path.slice('/blog/'.length) : ''
  return slug !== '' && slugify(slug) === slug && !isReserved(slug) ? slug : null
}

async function findTakenSlugs(db: Db, importId: string, slugs: string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const batch of batchesOf(slugs)) {
    const planned = db
      .selectFrom('import_posts')
      .select('slug')
      .where('import_id', '=', importId)
      .where('source_id', 'not like', caseStudyIds)
    const rows = await db
      .selectFrom('post_slugs')
      .select('slug')
      .where('slug', 'in', batch)
      .union(planned.where('slug', 'in', batch))
      .execute()
    for (const { slug } of rows) taken.add(slug)
  }
  return taken
}

async function checkWanted(
  db: Db,
  importId: string,
  { stored, total }: { stored: RedirectRow[]; total: number },
  wanted: Wanted[],
) {
  const others = new Map(stored.map((row) => [row.source, row]))
  const slugs = wanted.flatMap(({ source }) => toFormerSlug(source) ?? [])
  const taken = await findTakenSlugs(db, importId, slugs)
  const candidates = wanted
    .filter(({ source }) => toFormerSlug(source) === null && !others.has(source))
    .map((redirect) => ({ ...redirect, status: 301 }))
  const { problems, retargets } = await checkRedirects(db, others, candidates)
  const free = MAX_REDIRECTS - total
  const excess = new Set(candidates.slice(Math.max(free, 0)).map(({ source }) => source))
  const problemOf = (source: string): string | undefined => {
    const slug = toFormerSlug(source)
    if (slug !== null) return taken.has(slug) ? 'Another post has this address.' : undefined
    const existing = others.get(source)
    if (existing)
      return existing.target ? `It redirects to “${existing.target}” already.` : 'It is marked as gone.'
    return problems.get(source)?.message ?? (excess.has(source) ? tooMany().message : undefined)
  }
  return { problemOf, retargets: retargets.filter(({ source }) => !excess.has(source)) }
}

interface PlannedPost {
  plan: ImportPlan
  slug: string
}

const isPlanned = (plan: ImportPlan) => plan === 'new' || plan === 'taken'

/** The new address is unknown while the slug is taken. */
const targetOf = ({ plan, slug }: PlannedPost) => `/blog/${plan === 'new' ? slug : ''}`

/** The address of a post redirects from any case by itself. */
const leadsTo = (path: string, target: string) => path.startsWith('/blog/') && path.toLowerCase() === target

const toWanted = (row: PlannedPost & { path: string }): Wanted[] =>
  isPlanned(row.plan) && !leadsTo(row.path, targetOf(row))
    ? [{ source: row.path, target: targetOf(row) }]
    : []

export async function countRedirects(db: Db, importId: string) {
  const rows = await db
    .selectFrom('import_addresses')
    .innerJoin('import_posts', (join) =>
      join
        .onRef('import_posts.import_id', '=', 'import_addresses.import_id')
        .onRef('import_posts.position', '=', 'import_addresses.position'),
    )
    .select(['path', 'slug', planColumn.as('plan')])
    .where('import_addresses.import_id', '=', importId)
    .where('path', 'like', '/%')
    .where('outcome', 'is', null)
    .execute()
  const stored = await listAllRedirects(db)
  const { problemOf } = await checkWanted(
    db,
    importId,
    { stored, total: stored.length },
    rows.flatMap(toWanted),
  )
  const planned = rows.filter((row) => toWanted(row).some(({ source }) => problemOf(source) === undefined))
  const count = (wanted: ImportPlan) => planned.filter(({ plan }) => plan === wanted).length
  return { new: count('new'), taken: count('taken') }
}

const listAddresses = (db: Db, importId: string, positions: number[]) =>
  db
    .selectFrom('import_addresses')
    .select(['path', 'position'])
    .where('import_id', '=', importId)
    .where('path', 'like', '/%')
    .where('position', 'in', positions)
    .orderBy('path')
    .execute()

interface ListedPost extends PlannedPost {
  position: number
  outcome: string | null
}

export async function planRedirects(db: Db, importId: string, posts: ListedPost[]) {
  const open = new Map(posts.filter(({ outcome }) => outcome === null).map((row) => [row.position, row]))
  if (open.size === 0) return new Map<number, { paths: string[]; problems: string[] }>()
  const rows = (await listAddresses(db, importId, [...open.keys()])).flatMap(({ path, position }) => {
    const post = open.get(position)
    return post ? toWanted({ ...post, path }).map((wanted) => ({ ...wanted, position })) : []
  })
  const stored = await listAllRedirects(db)
  const { problemOf } = await checkWanted(db, importId, { stored, total: stored.length }, rows)
  return new Map(
    [...Map.groupBy(rows, ({ position }) => position)].map(([position, group]) => [
      position,
      {
        paths: group.flatMap(({ source }) => (problemOf(source) === undefined ? source : [])),
        problems: group.flatMap(({ source }) => {
          const problem = problemOf(source)
          return problem === undefined ? [] : noRedirect(source, problem)
        }),
      },
    ]),
  )
}

interface Target {
  trx: LockedTrx
  database: OpenDatabase
  account: FreshAccount
  row: ImportRow
  position: number
  post: { id: number; slug: string; published: boolean }
}

export async function addRedirects({
  trx,
  database,
  account,
  row,
  position,
  post,
}: Target): Promise<string[]> {
  const target = `/blog/${post.slug}`
  const sources = (await listAddresses(trx, row.id, [position])).map(({ path }) => path)
  const wanted = sources.filter((source) => !leadsTo(source, target)).map((source) => ({ source, target }))
  if (wanted.length === 0) return []
  const redirects = trx.selectFrom('redirects')
  const related = await redirects
    .selectAll()
    .where((eb) => eb.or([eb('post_id', 'is', null), eb('source', 'in', [...sources, target])]))
    .execute()
  const { total } = await redirects
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { problemOf, retargets } = await checkWanted(
    trx,
    row.id,
    { stored: related, total: Number(total) },
    wanted,
  )
  const possible = wanted.filter(({ source }) => problemOf(source) === undefined)
  const added = possible.filter(({ source }) => toFormerSlug(source) === null)
  for (const { source } of possible) {
    const slug = toFormerSlug(source)
    if (slug === null) continue
    await addSlug(trx, slug, post.id)
    if (post.published) await deleteMissingPaths(trx, [source])
  }
  if (added.length > 0) {
    const rows = added.map((redirect) => ({ ...redirect, status: 301, post_id: post.id }))
    await insertRedirects(trx, { name: `Import of ${row.name}` }, rows)
    await retarget(trx, account, retargets)
    await recordRedirectChange(trx, database.dialect)
  }
  return wanted.flatMap(({ source }) => {
    const problem = problemOf(source)
    return problem === undefined ? [] : noRedirect(source, problem)
  })
}
