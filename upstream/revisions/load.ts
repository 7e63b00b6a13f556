import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { FullRevision, Revision } from '#contract/revisions.ts'
import { findCategory } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { getImages } from '../media/images.ts'
import { isTaken } from '../posts/slugs.ts'
import { parseDocument, type RevisionDocument } from './document.ts'
import { readText } from './texts.ts'

export const revisionNotFound = () =>
  new ApiError('not_found', 'There is no such revision. It may have been deleted because of its age.')

const selectRevisions = (db: Db, postId: number) =>
  db
    .selectFrom('post_revisions')
    .leftJoin('authors', 'authors.id', 'post_revisions.author_id')
    .select(['number', 'created_at', 'post_revisions.name', 'published', 'restored_from', 'changed'])
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
  changed: changedSchema.parse(JSON.parse(row.changed)),
})

export async function listRevisions(
  db: Db,
  postId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ revisions: Revision[]; total: number }> {
  const { total } = await db
    .selectFrom('post_revisions')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  const rows = await selectRevisions(db, postId)
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { revisions: rows.map(toRevision), total: Number(total) }
}

export async function getDocument(db: Db, postId: number, number: number): Promise<RevisionDocument> {
  const text = await readText(db, postId, number)
  if (!text) throw revisionNotFound()
  return parseDocument(text)
}

export async function loadRevision(db: Db, postId: number, number: number): Promise<FullRevision> {
  const row = await selectRevisions(db, postId).where('number', '=', number).executeTakeFirst()
  if (!row) throw revisionNotFound()
  const previous = await db
    .selectFrom('post_revisions')
    .select('number')
    .where('post_id', '=', postId)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { title, slug, excerpt, content, tags, ...rest } = await getDocument(db, postId, number)
  const slugTaken = await isTaken(db, slug, postId)
  return {
    ...toRevision(row),
    previous: previous?.number ?? null,
    ...{ title, slug, slugTaken, excerpt, content, tags },
    category: await loadCategory(db, rest.category),
    cover: await loadCover(db, rest),
    seo: rest.seo ?? {},
  }
}

/** A category that was deleted has only its slug left. */
async function loadCategory(db: Db, slug: string | null) {
  if (slug === null) return null
  const category = await findCategory(db, slug)
  return { slug: category?.slug ?? slug, name: category?.name ?? slug }
}

async function loadCover(db: Db, { cover, coverAlt }: Pick<RevisionDocument, 'cover' | 'coverAlt'>) {
  const image = cover === null ? undefined : (await getImages(db, [cover])).get(cover)
  return image ? { alt: coverAlt, ...image } : null
}
