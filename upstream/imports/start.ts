import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod'
import type { ImportOptions } from '#contract/imports.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import { slugifyTitle } from '../case-studies/slugs.ts'
import type { Trx } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import { firstFreeSlug, slugCandidates, slugify } from '../posts/slugs.ts'
import { linkKey } from './addresses.ts'
import { addCategory, parseCategories } from './categories.ts'
import { planColumn } from './plan.ts'
import { caseStudyIds, parseSourcePost } from './source.ts'
import { parseOptions, type ImportRow } from './store.ts'

const POSTS_AT_ONCE = 50
const STUDY_KEYS = linkKey('/work/')

const kinds = [
  { operator: 'not like', slugs: 'post_slugs', toBase: slugify },
  { operator: 'like', slugs: 'case_study_slugs', toBase: slugifyTitle },
] as const
type Kind = (typeof kinds)[number]

/** Reads the used slugs of many candidates at once, and remembers them. */
function slugReader(trx: Trx, { slugs }: Kind, used: Set<string>) {
  const read = new Set<string>()
  return async (candidates: string[]) => {
    const unread = [...new Set(candidates)].filter((slug) => !read.has(slug))
    if (unread.length > 0) {
      const rows = await trx.selectFrom(slugs).select('slug').where('slug', 'in', unread).execute()
      for (const { slug } of rows) used.add(slug)
      for (const slug of unread) read.add(slug)
    }
    return candidates.filter((slug) => used.has(slug)).map((slug) => ({ slug }))
  }
}

/** Also the former ones, which the case studies of the file take when they are imported. */
async function listStudySlugs(trx: Trx, importId: string): Promise<string[]> {
  const ofImport = trx.selectFrom('import_addresses').where('import_id', '=', importId)
  const rows = await ofImport.select('path').where('path', 'like', `${STUDY_KEYS}%`).execute()
  return rows.map(({ path }) => path.slice(STUDY_KEYS.length))
}

/** New slugs are chosen in advance, so that texts can link to each other. */
async function chooseSlugs(trx: Trx, importId: string, { taken }: ImportOptions, kind: Kind): Promise<void> {
  const ofImport = trx.selectFrom('import_posts').where('import_id', '=', importId)
  const posts = await ofImport
    .select(['position', 'slug', planColumn.as('plan')])
    .where('outcome', 'is', null)
    .where('source_id', kind.operator, caseStudyIds)
    .orderBy('position')
    .execute()
  const isRenamed = ({ plan, slug }: (typeof posts)[number]) =>
    plan === 'taken' ? taken === 'rename' : plan === 'new' && slug === ''
  const renamed = posts.filter(isRenamed).map(({ position }) => position)
  const former = kind.slugs === 'case_study_slugs' ? await listStudySlugs(trx, importId) : []
  const used = new Set([...posts.map(({ slug }) => slug), ...former])
  const findUsed = slugReader(trx, kind, used)
  for (const batch of batchesOf(renamed, POSTS_AT_ONCE)) {
    const rows = await ofImport
      .select(['position', 'document'])
      .where('position', 'in', batch)
      .orderBy('position')
      .execute()
    const bases = rows.map(({ position, document }) => {
      const { slug, title } = parseSourcePost(document)
      return { position, base: kind.toBase(slug || title) }
    })
    await findUsed(bases.flatMap(({ base }) => slugCandidates(base)))
    const chosen: RawBuilder<unknown>[] = []
    for (const { position, base } of bases) {
      const slug = await firstFreeSlug(base, findUsed)
      used.add(slug)
      chosen.push(sql`(cast(${position} as integer), cast(${slug} as text))`)
    }
    await sql`with chosen (post_position, slug) as (values ${sql.join(chosen)})
      update import_posts set slug = chosen.slug from chosen
      where import_id = ${importId} and import_posts.position = chosen.post_position`.execute(trx)
  }
}

/** The options of the first run also apply to later runs. */
export async function startImport(
  caller: Caller,
  row: ImportRow,
  chosen: ImportOptions,
): Promise<ImportOptions> {
  if (row.options !== null) return parseOptions(row.options)
  return withWriteLockAs(caller, async (trx) => {
    const current = trx.selectFrom('imports').select(['options', 'problems']).where('id', '=', row.id)
    const { options, problems } = await current.executeTakeFirstOrThrow()
    if (options !== null) return parseOptions(options)
    await trx
      .updateTable('imports')
      .set({ options: JSON.stringify(chosen) })
      .where('id', '=', row.id)
      .execute()
    for (const kind of kinds) await chooseSlugs(trx, row.id, chosen, kind)
    // An own export has all its categories, in their order; others describe those of their posts.
    if (row.format === 'markdown') {
      const all = z.array(z.string()).parse(JSON.parse(problems))
      for (const category of parseCategories(row))
        all.push(...(await addCategory(trx, caller.database.dialect, category)).problems)
      await trx
        .updateTable('imports')
        .set({ problems: JSON.stringify(all) })
        .where('id', '=', row.id)
        .execute()
    }
    return chosen
  })
}
