import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import { readingMinutes } from '#contract/markup.ts'
import type { PostInput } from '#contract/posts.ts'
import { indexPosts } from '../db/search-index.ts'
import { searchWords } from '../db/search-words.ts'
import type { DialectName, Trx } from '../db/open.ts'
import { hasSameColumns } from '../http/version.ts'
import { deleteUnusedImages, findCover, recordImageUses, storeImage } from '../media/images.ts'
import type { PreparedImage } from '../media/prepare.ts'
import { recordPostChange } from '../changes/record.ts'
import { movePostPage } from '../analytics/pages.ts'
import { getCategoryId } from '../categories/store.ts'
import { moveRedirectsOf } from '../redirects/of-post.ts'
import { addFirstRevision, addRevision } from '../revisions/record.ts'
import { listChangedTimes } from '../schedule/store.ts'
import { getAuthorId } from './authors.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'
import { updateCounts } from './counts.ts'
import type { PostChange } from './input.ts'
import { toIndexedPost } from './reindex.ts'
import { parseSeo, serializeSeo, withShareImage } from './seo.ts'
import { findFreeSlug, listSlugs, requireFreeSlug, takeSlug } from './slugs.ts'
import { getContent, getTags, setTags, toCounted, toState, type PostRow } from './stored.ts'
import { deleteUnusedTags } from './tags.ts'

interface NewPost extends PostInput {
  slug?: string | undefined
  category?: string | undefined
  coverMedia?: string | undefined
  authorId: number
  editorId: number
  createdAt: number
  cover: PreparedImage | null
}

const toTitleKey = (title: string) => searchWords(title).join(' ')

export async function insertPost(trx: LockedTrx, dialect: DialectName, post: NewPost): Promise<number> {
  const id = await nextId(trx)
  const slug = post.slug ?? (await findFreeSlug(trx, post.title))
  await requireFreeSlug(trx, slug, id)
  const { cover, coverMedia, coverAlt: alt, editorId: by } = post
  const cover_id = cover
    ? await storeImage(trx, 'cover', cover, { by, alt })
    : await findCover(trx, coverMedia)
  const row = await trx
    .insertInto('posts')
    .values({
      id,
      public_id: uuid({ msecs: post.createdAt }),
      slug,
      title: post.title,
      title_key: toTitleKey(post.title),
      excerpt: post.excerpt,
      author_id: post.authorId,
      published: Number(post.published),
      created_at: post.createdAt,
      published_at: post.published ? post.createdAt : null,
      updated_at: post.createdAt,
      updated_by: post.editorId,
      version: 1,
      reading_minutes: readingMinutes(post.content),
      views: 0,
      cover_id,
      cover_alt: post.coverAlt,
      category_id: await getCategoryId(trx, post.category ?? ''),
      seo: serializeSeo(post.seo, slug),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await takeSlug(trx, slug, id)
  await trx.insertInto('post_contents').values({ post_id: id, content: post.content }).execute()
  const tags = await setTags(trx, row, post.tags)
  await updateCounts(trx, toCounted(row, tags), 1)
  await recordImageUses(trx, id, withShareImage(post.content, post.seo))
  await indexPosts(trx, dialect, [toIndexedPost({ ...post, id })])
  await recordPostChange(trx, dialect, { before: null, after: toState(row, tags), slugs: [slug] })
  await addRevision(trx, id, { authorId: post.editorId, at: post.createdAt })
  return id
}

export async function updatePost(
  trx: LockedTrx,
  dialect: DialectName,
  stored: PostRow,
  change: PostChange,
  editorId: number,
): Promise<void> {
  const { fields, restored, plannedAt } = change
  const { id } = stored
  const now = plannedAt === undefined ? Date.now() : Math.max(plannedAt, stored.updated_at)
  await addFirstRevision(trx, stored)
  const times = await listChangedTimes(trx, id, fields)
  const oldTags = await getTags(trx, id)
  if (fields.slug !== undefined && fields.slug !== stored.slug) await moveToSlug(trx, id, fields.slug)
  const columns = await mergeColumns(trx, stored, change, { now, editorId })
  const before = toState(stored, oldTags)
  const names = fields.tags ?? before.tags
  const hasSameNames = names.join('\n') === before.tags.join('\n')
  const isUnchanged =
    !restored &&
    times.length === 0 &&
    hasSameNames &&
    hasSameColumns(stored, columns) &&
    (fields.content === undefined || fields.content === (await getContent(trx, id)))
  // The dates of search engines and feeds, and the versions of open editors, stay.
  if (isUnchanged) return
  await trx.updateTable('posts').set(columns).where('id', '=', id).execute()
  const updated = { ...stored, ...columns }
  const content = await saveContent(trx, id, fields.content)
  if (fields.content !== undefined || fields.seo !== undefined)
    await recordImageUses(trx, id, withShareImage(content, parseSeo(updated.seo)))
  const hasSameTags =
    updated.published === stored.published && updated.category_id === stored.category_id && hasSameNames
  const tags = hasSameTags ? oldTags : await setTags(trx, updated, names)
  const former = toCounted(stored, oldTags)
  const counted = toCounted(updated, tags)
  if (!isDeepStrictEqual(counted, former)) {
    await updateCounts(trx, former, -1)
    await updateCounts(trx, counted, 1)
  }
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
  const after = toState(updated, tags)
  await indexPosts(trx, dialect, [toIndexedPost({ ...updated, ...after, content })])
  await recordPostChange(trx, dialect, { before, after, slugs: await listSlugs(trx, id) })
  const alsoChanged = [...(updated.author_id === stored.author_id ? [] : ['author']), ...times]
  await addRevision(trx, id, { authorId: editorId, at: now, restoredFrom: restored?.from, alsoChanged })
}

async function moveToSlug(trx: LockedTrx, id: number, slug: string): Promise<void> {
  await requireFreeSlug(trx, slug, id)
  await takeSlug(trx, slug, id)
  await movePostPage(trx, id, slug)
  await moveRedirectsOf(trx, id, slug)
}

const timeOfId = (publicId: string) => Number.parseInt(publicId.replace('-', '').slice(0, 12), 16)

/** A post is dated by its first publication. When that is undone, its id tells when it was written. */
function toDates(stored: PostRow, publication: number | null, takesBack: boolean) {
  if (takesBack) return { created_at: timeOfId(stored.public_id), published_at: null }
  if (stored.published_at !== null || publication === null) return {}
  return { created_at: publication, published_at: publication }
}

async function mergeColumns(
  trx: Trx,
  stored: PostRow,
  change: PostChange,
  { now, editorId }: { now: number; editorId: number },
) {
  const { fields, cover, restored, plannedAt } = change
  const published = fields.published ?? stored.published === 1
  const isFirstPublication = stored.published_at === stored.updated_at
  const takesBack = !published && isFirstPublication && fields.publishedAt === null
  const title = fields.title ?? stored.title
  const { coverId = fields.removeCover ? null : stored.cover_id } = restored ?? change
  const addsCover = stored.cover_id === null && Boolean(cover ?? fields.coverMedia ?? coverId)
  // The stored text may describe a cover that was removed.
  const cover_alt = fields.coverAlt ?? (addsCover ? '' : stored.cover_alt)
  const slug = fields.slug ?? stored.slug
  return {
    slug,
    title,
    title_key: toTitleKey(title),
    excerpt: fields.excerpt ?? stored.excerpt,
    author_id: fields.author === undefined ? stored.author_id : await getAuthorId(trx, fields.author),
    published: Number(published),
    ...toDates(stored, published ? (plannedAt ?? now) : null, takesBack),
    updated_at: now,
    updated_by: editorId,
    version: stored.version + 1,
    cover_id: cover
      ? await storeImage(trx, 'cover', cover, { by: editorId, alt: cover_alt })
      : ((await findCover(trx, fields.coverMedia)) ?? coverId),
    cover_alt,
    category_id:
      fields.category === undefined ? stored.category_id : await getCategoryId(trx, fields.category),
    seo: serializeSeo({ ...parseSeo(stored.seo), ...fields.seo }, stored.slug, slug),
    reading_minutes: fields.content === undefined ? stored.reading_minutes : readingMinutes(fields.content),
  }
}

async function saveContent(trx: Trx, id: number, content: string | undefined): Promise<string> {
  if (content === undefined) return getContent(trx, id)
  await trx.updateTable('post_contents').set({ content }).where('post_id', '=', id).execute()
  return content
}
