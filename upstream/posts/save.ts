import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { readingMinutes } from '#contract/markup.ts'
import type { PostInput } from '#contract/posts.ts'
import { indexPosts, searchWords, unindexPost } from '../db/search-index.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { deleteUnusedImages, findCover, recordImageUses, releaseImages, storeImage } from '../media/images.ts'
import type { PreparedImage } from '../media/prepare.ts'
import { recordPostChange } from '../changes/record.ts'
import { movePostPage } from '../analytics/pages.ts'
import { getCategoryId } from '../categories/store.ts'
import { moveRedirectsOf, recordRedirectsOf } from '../redirects/of-post.ts'
import { addFirstRevision, addRevision } from '../revisions/record.ts'
import { listChangedTimes } from '../schedule/store.ts'
import { getAuthorId } from './authors.ts'
import { nextId, updateCounts } from './counts.ts'
import type { PostChange } from './input.ts'
import { toIndexedPost } from './reindex.ts'
import { parseSeo, serializeSeo, withShareImage } from './seo.ts'
import { addSlug, findFreeSlug, listSlugs, requireFreeSlug } from './slugs.ts'
import { deleteUnusedTags, getOrCreateTagIds, updateLastUse } from './tags.ts'

/** Callers of this file's functions must hold the write lock (see withWriteLock). */
export type PostRow = Selectable<Tables['posts']>

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

export async function insertPost(trx: Trx, dialect: DialectName, post: NewPost): Promise<number> {
  const id = await nextId(trx)
  const slug = post.slug ?? (await findFreeSlug(trx, post.title))
  await requireFreeSlug(trx, slug, id)
  const { cover, coverMedia, coverAlt: alt, editorId: by } = post
  const cover_id = cover
    ? await storeImage(trx, 'cover', cover, { by, alt })
    : await findCover(trx, coverMedia)
  const category_id = await getCategoryId(trx, post.category ?? '')
  const public_id = uuid({ msecs: post.createdAt })
  await trx
    .insertInto('posts')
    .values({
      id,
      public_id,
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
      category_id,
      seo: serializeSeo(post.seo),
    })
    .execute()
  await addSlug(trx, slug, id)
  await trx.insertInto('post_contents').values({ post_id: id, content: post.content }).execute()
  const { published, createdAt } = post
  const tags = await setTags(trx, { id, published, createdAt, categoryId: category_id }, post.tags)
  const counted = {
    createdAt: post.createdAt,
    authorId: post.authorId,
    tagIds: tags,
    categoryId: category_id,
    published: post.published,
  }
  await updateCounts(trx, counted, 1)
  await recordImageUses(trx, id, withShareImage(post.content, post.seo))
  await indexPosts(trx, dialect, [toIndexedPost({ ...post, id })])
  const after = { publicId: public_id, slug, published: post.published, tags: post.tags }
  await recordPostChange(trx, dialect, { before: null, after, slugs: [slug] })
  await addRevision(trx, id, { authorId: post.editorId, at: post.createdAt })
  return id
}

export async function updatePost(
  trx: Trx,
  dialect: DialectName,
  stored: PostRow,
  change: PostChange,
  editorId: number,
): Promise<void> {
  const { fields, cover, restored, plannedAt } = change
  const now = plannedAt === undefined ? Date.now() : Math.max(plannedAt, stored.updated_at)
  await addFirstRevision(trx, stored)
  const published = fields.published ?? stored.published === 1
  const isFirstPublication = stored.published_at === stored.updated_at
  const takesBack = !published && isFirstPublication && fields.publishedAt === null
  const times = await listChangedTimes(trx, stored.id, fields)
  const oldTags = await getTags(trx, stored.id)
  const title = fields.title ?? stored.title
  const excerpt = fields.excerpt ?? stored.excerpt
  const slug = fields.slug ?? stored.slug
  if (slug !== stored.slug) {
    await requireFreeSlug(trx, slug, stored.id)
    await addSlug(trx, slug, stored.id)
    await movePostPage(trx, stored.id, slug)
    await moveRedirectsOf(trx, stored.id, slug)
  }
  const authorId = fields.author === undefined ? stored.author_id : await getAuthorId(trx, fields.author)
  const category_id =
    fields.category === undefined ? stored.category_id : await getCategoryId(trx, fields.category)
  const { coverId = fields.removeCover ? null : stored.cover_id } = restored ?? change
  const alt = fields.coverAlt ?? stored.cover_alt
  const cover_id = cover
    ? await storeImage(trx, 'cover', cover, { by: editorId, alt })
    : ((await findCover(trx, fields.coverMedia)) ?? coverId)
  const seo = serializeSeo({ ...parseSeo(stored.seo), ...fields.seo })
  await trx
    .updateTable('posts')
    .set({
      slug,
      title,
      title_key: toTitleKey(title),
      excerpt,
      author_id: authorId,
      published: Number(published),
      published_at: takesBack ? null : (stored.published_at ?? (published ? (plannedAt ?? now) : null)),
      updated_at: now,
      updated_by: editorId,
      version: stored.version + 1,
      cover_id,
      cover_alt: fields.coverAlt ?? stored.cover_alt,
      category_id,
      seo,
      ...(fields.content !== undefined && { reading_minutes: readingMinutes(fields.content) }),
    })
    .where('id', '=', stored.id)
    .execute()
  if (fields.content !== undefined) {
    await trx
      .updateTable('post_contents')
      .set({ content: fields.content })
      .where('post_id', '=', stored.id)
      .execute()
  }
  const content = fields.content ?? (await getContent(trx, stored.id))
  if (fields.content !== undefined || fields.seo !== undefined)
    await recordImageUses(trx, stored.id, withShareImage(content, parseSeo(seo)))
  const names = fields.tags ?? oldTags.map((tag) => tag.name)
  const before = toState(stored, oldTags)
  const createdAt = stored.created_at
  const hasSameTags =
    published === before.published &&
    category_id === stored.category_id &&
    isDeepStrictEqual(names, before.tags)
  const tagIds = hasSameTags
    ? oldTags.map(({ id }) => id)
    : await setTags(trx, { id: stored.id, published, createdAt, categoryId: category_id }, names)
  const former = toCounted(stored, oldTags)
  const counted = { createdAt, authorId, tagIds, categoryId: category_id, published }
  if (!isDeepStrictEqual(counted, former)) {
    await updateCounts(trx, former, -1)
    await updateCounts(trx, counted, 1)
  }
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
  const post = { id: stored.id, published, title, excerpt, content, tags: names }
  await indexPosts(trx, dialect, [toIndexedPost(post)])
  const after = { publicId: stored.public_id, slug, published, tags: names }
  const slugs = await listSlugs(trx, stored.id)
  await recordPostChange(trx, dialect, { before, after, slugs })
  const alsoChanged = [...(authorId === stored.author_id ? [] : ['author']), ...times]
  await addRevision(trx, stored.id, {
    authorId: editorId,
    at: now,
    restoredFrom: restored?.from,
    alsoChanged,
  })
}

export async function deletePost(trx: Trx, dialect: DialectName, stored: PostRow): Promise<void> {
  if (stored.removed === 0) await unlistPost(trx, dialect, stored)
  await recordRedirectsOf(trx, dialect, stored.id)
  await releaseImages(trx, stored.id)
  await trx.deleteFrom('posts').where('id', '=', stored.id).execute()
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
}

/** Removes a post from lists, counts, search and public pages; callers delete tags without posts. */
export async function unlistPost(trx: Trx, dialect: DialectName, stored: PostRow) {
  const tags = await getTags(trx, stored.id)
  const slugs = await listSlugs(trx, stored.id)
  await recordPostChange(trx, dialect, { before: toState(stored, tags), after: null, slugs })
  await updateCounts(trx, toCounted(stored, tags), -1)
  await updateLastUse(trx, await deletePostTags(trx, stored.id))
  await unindexPost(trx, dialect, stored.id)
  return tags
}

/** The opposite of `unlistPost`. */
export async function relistPost(
  trx: Trx,
  dialect: DialectName,
  stored: PostRow,
  names: string[],
): Promise<void> {
  const published = stored.published === 1
  const { id, created_at: createdAt, category_id: categoryId, title, excerpt } = stored
  await setTags(trx, { id, published, createdAt, categoryId }, names)
  const tags = await getTags(trx, id)
  await updateCounts(trx, toCounted(stored, tags), 1)
  const content = await getContent(trx, id)
  await indexPosts(trx, dialect, [toIndexedPost({ id, published, title, excerpt, content, tags: names })])
  const slugs = await listSlugs(trx, id)
  await recordPostChange(trx, dialect, { before: null, after: toState(stored, tags), slugs })
}

const toState = (stored: PostRow, tags: { name: string }[]) => ({
  publicId: stored.public_id,
  slug: stored.slug,
  published: stored.published === 1,
  tags: tags.map((tag) => tag.name),
})

const toCounted = (stored: PostRow, tags: { id: number }[]) => ({
  createdAt: stored.created_at,
  authorId: stored.author_id,
  tagIds: tags.map((tag) => tag.id),
  categoryId: stored.category_id,
  published: stored.published === 1,
})

async function setTags(
  trx: Trx,
  post: { id: number; published: boolean; createdAt: number; categoryId: number | null },
  names: string[],
): Promise<number[]> {
  const ids = await getOrCreateTagIds(trx, names)
  const former = await deletePostTags(trx, post.id)
  const rows = ids.map((tag_id, position) => ({
    post_id: post.id,
    tag_id,
    position,
    published: Number(post.published),
    created_at: post.createdAt,
    category_id: post.categoryId,
  }))
  if (rows.length > 0) await trx.insertInto('post_tags').values(rows).execute()
  await updateLastUse(trx, [...new Set([...former, ...ids])])
  return ids
}

async function deletePostTags(trx: Trx, postId: number): Promise<number[]> {
  const deleted = trx.deleteFrom('post_tags').where('post_id', '=', postId).returning('tag_id')
  return (await deleted.execute()).map(({ tag_id }) => tag_id)
}

async function getTags(trx: Trx, postId: number) {
  return trx
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('post_tags.post_id', '=', postId)
    .orderBy('post_tags.position')
    .execute()
}

export async function getContent(trx: Trx, postId: number): Promise<string> {
  const row = trx.selectFrom('post_contents').select('content').where('post_id', '=', postId)
  return (await row.executeTakeFirstOrThrow()).content
}
