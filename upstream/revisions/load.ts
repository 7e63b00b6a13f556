import { sql } from 'kysely'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { FullRevision, Revision } from '#contract/revisions.ts'
import { findCategory } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { getImages } from '../media/images.ts'
import { isTaken } from '../posts/slugs.ts'
import { parseDocument, type RevisionDocument } from './document.ts'
import { findPrevious, readText } from './texts.ts'

export const revisionNotFound = () =>
  new ApiError('not_found', 'There is no such revision. It may have been deleted because of its age.')

const selectRevisions = (db: Db, postId: number) =>
  db
    .selectFrom('post_revisions')
    .leftJoin('authors', 'authors.id', 'post_revisions.author_id')
    .select(['number', 'created_at', 'post_revisions.name', 'published', 'restored_from', 'changed'])
    .select(['working_copy', 'automatic'])
    .select(['authors.name as author_name', 'authors.slug as author_slug'])
    .where('post_id', '=', postId)

type Row = Awaited<ReturnType<ReturnType<typeof selectRevisions>['execute']>>[number]

const changedSchema = z.array(z.string())

const toRevision = ({ author_name, author_slug, ...row }: Row): Revision => ({
  number: row.number,
  createdAt: new Date(row.created_at).toISOString(),
  author: author_name === null || author_slug === null ? null : { name: author_name, slug: author_slug },
  name: row.name,
  published: row.published === 1,
  restoredFrom: row.restored_from,
  workingCopy: row.working_copy === 1,
  automatic: row.automatic === 1,
  changed: changedSchema.parse(JSON.parse(row.changed)),
})

export async function listRevisions(
  db: Db,
  postId: number,
  { page, limit, withAutomatic }: { page: number; limit: number; withAutomatic: boolean },
): Promise<{ revisions: Revision[]; total: number }> {
  const isListed = sql<boolean>`automatic <= ${sql.lit(Number(withAutomatic))}`
  const { total } = await db
    .selectFrom('post_revisions')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('post_id', '=', postId)
    .where(isListed)
    .executeTakeFirstOrThrow()
  const rows = await selectRevisions(db, postId)
    .where(isListed)
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { revisions: rows.map(toRevision), total: Number(total) }
}

export async function isCopyRevision(db: Db, postId: number, number: number): Promise<boolean> {
  const row = await selectRevisions(db, postId).where('number', '=', number).executeTakeFirst()
  if (!row) throw revisionNotFound()
  return row.working_copy === 1
}

export async function getDocument(db: Db, postId: number, number: number): Promise<RevisionDocument> {
  const text = await readText(db, postId, number)
  if (!text) throw revisionNotFound()
  return parseDocument(text)
}

export async function loadRevision(db: Db, postId: number, number: number): Promise<FullRevision> {
  const row = await selectRevisions(db, postId).where('number', '=', number).executeTakeFirst()
  if (!row) throw revisionNotFound()
  const previous = await findPrevious(db, postId, row)
  const { title, slug, excerpt, content, tags, ...rest } = await getDocument(db, postId, number)
  const slugTaken = await isTaken(db, slug, postId)
  return {
    ...toRevision(row),
    previous: previous?.number ?? null,
    title,
    slug,
    slugTaken,
    excerpt,
    content,
    tags,
    category: await loadCategory(db, rest.category),
    cover: await loadCover(db, rest),
    seo: rest.seo ?? {},
  }
}

async function loadCategory(db: Db, slug: string | null) {
  if (slug === null) return null
  const category = await findCategory(db, slug)
  return { slug: category?.slug ?? slug, name: category?.name ?? slug }
}

async function loadCover(db: Db, { cover, coverAlt }: Pick<RevisionDocument, 'cover' | 'coverAlt'>) {
  const image = cover === null ? undefined : (await getImages(db, [cover])).get(cover)
  return image ? { alt: coverAlt, ...image } : null
}
