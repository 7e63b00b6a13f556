import { sql } from 'kysely'
import * as z from 'zod'
import {
  IMPORT_POSTS_PER_PAGE,
  type Import,
  type ImportAuthor,
  type ImportHost,
  type ImportOutcome,
  type ImportPlan,
  type ImportPost,
} from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { totalsOf } from '../http/pages.ts'
import { readAuthors } from './authors.ts'
import { describeRemote } from './images.ts'
import { planColumn, studyIdColumn } from './plan.ts'
import { countRedirects, planRedirects } from './redirects.ts'
import {
  caseStudyIds,
  isCaseStudy,
  parseSourcePost,
  sourcePostSchema,
  type SourcePost,
  type SourceText,
} from './source.ts'
import { parseOptions, toSummary, type ImportRow } from './store.ts'
import { describeInChanges } from './unpublished-changes.ts'

async function countBy<Key extends string>(db: Db, id: string, column: 'plan' | 'outcome') {
  const key = column === 'plan' ? planColumn : sql<string | null>`outcome`
  const isCounted = column === 'plan' ? sql` and outcome is null` : sql``
  const { rows } = await sql<{ key: Key | null; n: number }>`
    select key, count(*) as n from (select ${key} as key from import_posts where import_id = ${id}${isCounted}) counted
    group by key`.execute(db)
  return (name: Key) => Number(rows.find((row) => row.key === name)?.n ?? 0)
}

const listRemoteOf = (text: SourceText) =>
  text.images.flatMap((image) => (image.host === undefined ? [] : describeRemote(image, text)))

function listRemote(post: SourcePost): string[] {
  if (post.rejected !== '') return []
  const found = listRemoteOf(post)
  return [...found, ...(post.changes ? describeInChanges(listRemoteOf(post.changes), found) : [])]
}

async function listHosts(db: Db, id: string): Promise<ImportHost[]> {
  const { rows } = await sql<Record<keyof ImportHost, string>>`
    select host, count(*) as images, sum(fetched) as fetched, sum(case when problem = '' then 0 else 1 end) as failed
    from import_images where import_id = ${id} and host is not null
    group by host order by count(*) desc, host limit ${importLimits.hosts}`.execute(db)
  return rows.map(({ host, images, fetched, failed }) => ({
    host,
    ...{ images: Number(images), fetched: Number(fetched), failed: Number(failed) },
  }))
}

const sourceOf = ({ name, email }: SourcePost['author']) => name || email

async function listAuthors(db: Db, id: string, account: Account) {
  const planned = db
    .selectFrom('import_posts')
    .select(['author', sql<number>`case when ${planColumn} = 'new' then 1 else 0 end`.as('fresh')])
    .where('import_id', '=', id)
    .where('author', '!=', '')
    .where('outcome', 'is', null)
    .where(planColumn, 'in', ['new', 'taken'])
  const rows = await db
    .selectFrom(planned.as('planned'))
    .select((eb) => ['author', eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('fresh').as('fresh')])
    .groupBy('author')
    .orderBy('fresh', 'desc')
    .orderBy('n', 'desc')
    .orderBy('author')
    .execute()
  const findAuthor = await readAuthors(db)
  const authors = rows.slice(0, importLimits.authors).map(({ author, n, fresh }): ImportAuthor => {
    const written = sourcePostSchema.shape.author.parse(JSON.parse(author))
    const found = findAuthor(written)
    return {
      source: sourceOf(written),
      name: found?.name ?? account.name,
      isMatched: found !== undefined,
      posts: Number(fresh),
      taken: Number(n) - Number(fresh),
    }
  })
  const more = rows.slice(authors.length)
  const moreAuthors = more.filter(({ fresh }) => Number(fresh) > 0).length
  return {
    authors: authors.toSorted((a, b) => Number(a.source === '') - Number(b.source === '')),
    moreAuthors,
    moreTakenAuthors: more.length - moreAuthors,
  }
}

async function listPosts(db: Db, id: string, page: number, account: Account): Promise<ImportPost[]> {
  const rows = await db
    .selectFrom('import_posts')
    .leftJoin('imported_posts', 'imported_posts.source_id', 'import_posts.source_id')
    .leftJoin('posts', 'posts.id', 'imported_posts.post_id')
    .leftJoin('case_studies', (join) => join.on('case_studies.public_id', '=', studyIdColumn))
    .select(['import_posts.position', 'import_posts.slug', 'import_posts.source_id'])
    .select(['document', 'outcome', 'message'])
    .select(['posts.public_id as postId', 'posts.slug as postSlug'])
    .select(['case_studies.public_id as studyId', 'case_studies.slug as studySlug'])
    .select(planColumn.as('plan'))
    .where('import_id', '=', id)
    .orderBy('import_posts.position')
    .limit(IMPORT_POSTS_PER_PAGE)
    .offset((page - 1) * IMPORT_POSTS_PER_PAGE)
    .execute()
  const redirects = await planRedirects(db, id, rows)
  const posts: ImportPost[] = []
  const findAuthor = await readAuthors(db)
  for (const { position, slug, document, outcome, message, plan, ...row } of rows) {
    const post = parseSourcePost(document)
    const author = findAuthor(post.author)
    const isStudy = isCaseStudy(row.source_id)
    const planned = redirects.get(position)
    const open = outcome ? [] : [...listRemote(post), ...(planned?.problems ?? [])]
    // What the file would change is not done for a post that is skipped.
    const problems = plan === 'existing' && outcome !== 'imported' ? [] : [...post.problems, ...open]
    posts.push({
      kind: isStudy ? 'caseStudy' : 'post',
      path: post.path,
      title: post.title,
      slug: row.studySlug ?? row.postSlug ?? slug,
      plan,
      outcome,
      published: post.published,
      status: post.status,
      author: { name: isStudy ? '' : (author?.name ?? account.name), source: sourceOf(post.author) },
      problems: [...(message ? [message] : []), ...problems],
      redirects: planned?.paths ?? [],
      postId: row.studyId ?? row.postId,
    })
  }
  return posts
}

export async function describeImport(
  db: Db,
  row: ImportRow,
  page: number,
  account: Account,
): Promise<Import> {
  const plan = await countBy<ImportPlan>(db, row.id, 'plan')
  const outcome = await countBy<ImportOutcome>(db, row.id, 'outcome')
  const count = sql<number>`count(*)`.as('n')
  const posts = db.selectFrom('import_posts').select(count).where('import_id', '=', row.id)
  const images = db
    .selectFrom('import_images')
    .select(count)
    .where('import_id', '=', row.id)
    .where('host', 'is', null)
  const studies = posts.where('source_id', 'like', caseStudyIds)
  const total = Number((await posts.executeTakeFirstOrThrow()).n)
  return {
    ...toSummary(row),
    problems: z.array(z.string()).parse(JSON.parse(row.problems)),
    plans: { new: plan('new'), taken: plan('taken'), existing: plan('existing'), invalid: plan('invalid') },
    outcomes: { imported: outcome('imported'), skipped: outcome('skipped'), failed: outcome('failed') },
    remaining: total - outcome('imported') - outcome('skipped') - outcome('failed'),
    redirects: row.options === null ? await countRedirects(db, row.id) : { new: 0, taken: 0 },
    options: row.options === null ? null : parseOptions(row.options),
    images: Number((await images.executeTakeFirstOrThrow()).n),
    hosts: await listHosts(db, row.id),
    ...(await listAuthors(db, row.id, account)),
    caseStudies: Number((await studies.executeTakeFirstOrThrow()).n),
    posts: await listPosts(db, row.id, page, account),
    ...totalsOf(total, IMPORT_POSTS_PER_PAGE),
  }
}
