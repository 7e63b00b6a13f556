import { sql } from 'kysely'
import { z } from 'zod'
import {
  IMPORT_POSTS_PER_PAGE,
  type Import,
  type ImportHost,
  type ImportOutcome,
  type ImportPlan,
  type ImportPost,
} from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { findAuthor } from './authors.ts'
import { sourcePostSchema, type SourcePost } from './source.ts'
import { toSummary, type ImportRow } from './store.ts'

/** A post with an id of this site may be here without having been imported. */
const isHere = sql<boolean>`(exists (select 1 from imported_posts where imported_posts.source_id = import_posts.source_id)
  or exists (select 1 from posts where import_posts.source_id = 'post:' || posts.public_id
    and posts.public_id = substr(import_posts.source_id, 6)))`

const isTaken = sql<boolean>`exists (select 1 from post_slugs where post_slugs.slug = import_posts.slug)`

/** A rejected post has no slug and a message. */
export const planColumn = sql<ImportPlan>`case
  when import_posts.message <> '' and import_posts.outcome is null then 'invalid'
  when ${isHere} then 'existing' when ${isTaken} then 'taken' else 'new' end`

async function countBy<Key extends string>(db: Db, id: string, column: 'plan' | 'outcome') {
  const key = column === 'plan' ? planColumn : sql<string | null>`outcome`
  const isCounted = column === 'plan' ? sql` and outcome is null` : sql``
  const { rows } = await sql<{ key: Key | null; n: number }>`
    select key, count(*) as n from (select ${key} as key from import_posts where import_id = ${id}${isCounted}) counted
    group by key`.execute(db)
  return (name: Key) => Number(rows.find((row) => row.key === name)?.n ?? 0)
}

const listRemote = ({ images, rejected }: SourcePost) =>
  rejected === ''
    ? images.flatMap(({ url, host }) => {
        if (host === undefined) return []
        return host === '' ? `Image not found in the file: ${url}` : `On another server: ${url}`
      })
    : []

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

export async function listPosts(db: Db, id: string, page: number, account: Account): Promise<ImportPost[]> {
  const rows = await db
    .selectFrom('import_posts')
    .select(['document', 'outcome', 'message', planColumn.as('plan')])
    .where('import_id', '=', id)
    .orderBy('position')
    .limit(IMPORT_POSTS_PER_PAGE)
    .offset((page - 1) * IMPORT_POSTS_PER_PAGE)
    .execute()
  const posts: ImportPost[] = []
  for (const { document, outcome, message, plan } of rows) {
    const post = sourcePostSchema.parse(JSON.parse(document))
    const author = await findAuthor(db, post.author)
    posts.push({
      path: post.path,
      title: post.title,
      slug: post.slug,
      plan,
      outcome,
      published: post.published,
      author: { name: author?.name ?? account.name, source: post.author.name || post.author.email },
      problems: [...(message ? [message] : []), ...post.problems, ...(outcome ? [] : listRemote(post))],
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
  const total = Number((await posts.executeTakeFirstOrThrow()).n)
  return {
    ...toSummary(row),
    problems: z.array(z.string()).parse(JSON.parse(row.problems)),
    plans: { new: plan('new'), taken: plan('taken'), existing: plan('existing'), invalid: plan('invalid') },
    outcomes: { imported: outcome('imported'), skipped: outcome('skipped'), failed: outcome('failed') },
    remaining: total - outcome('imported') - outcome('skipped') - outcome('failed'),
    images: Number((await images.executeTakeFirstOrThrow()).n),
    hosts: await listHosts(db, row.id),
    posts: await listPosts(db, row.id, page, account),
    total,
    totalPages: Math.ceil(total / IMPORT_POSTS_PER_PAGE),
  }
}
