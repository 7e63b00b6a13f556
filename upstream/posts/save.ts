import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { readingMinutes } from '#contract/markup.ts'
import type { PostInput } from '#contract/posts.ts'
import { indexPosts, searchWords, unindexPost } from '../db/search-index.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { deleteUnusedImages, recordImageUses, releaseImages, storeImage } from '../media/images.ts'
import type { PreparedImage } from '../media/prepare.ts'
import { recordPostChange } from '../changes/record.ts'
import { getAuthorId } from './authors.ts'
import { nextId, updateCounts } from './counts.ts'
import type { PostChange } from './input.ts'
import { toIndexedPost } from './reindex.ts'
import { addSlug, findFreeSlug, listSlugs, requireFreeSlug } from './slugs.ts'
import { deleteUnusedTags, getOrCreateTagIds } from './tags.ts'

/** Callers of this file's functions must hold the write lock (see withWriteLock). */
export type PostRow = Selectable<Tables['posts']>

interface NewPost extends PostInput {
  slug?: string | undefined
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
  const cover_id = post.cover && (await storeImage(trx, 'cover', post.cover))
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
    })
    .execute()
  await addSlug(trx, slug, id)
  await trx.insertInto('post_contents').values({ post_id: id, content: post.content }).execute()
  const tags = await setTags(trx, { id, published: post.published, createdAt: post.createdAt }, post.tags)
  await updateCounts(trx, { authorId: post.authorId, tagIds: tags, published: post.published }, 1)
  await recordImageUses(trx, id, post.content)
  await indexPosts(trx, dialect, [toIndexedPost({ ...post, id })])
  const after = { publicId: public_id, slug, published: post.published, tags: post.tags }
  await recordPostChange(trx, dialect, { before: null, after, slugs: [slug] })
  return id
}

export async function updatePost(
  trx: Trx,
  dialect: DialectName,
  stored: PostRow,
  change: PostChange,
  editorId: number,
): Promise<void> {
  const { fields, cover } = change
  const now = Date.now()
  const published = fields.published ?? stored.published === 1
  const oldTags = await getTags(trx, stored.id)
  const title = fields.title ?? stored.title
  const excerpt = fields.excerpt ?? stored.excerpt
  const slug = fields.slug ?? stored.slug
  if (slug !== stored.slug) {
    await requireFreeSlug(trx, slug, stored.id)
    await addSlug(trx, slug, stored.id)
  }
  const authorId = fields.author === undefined ? stored.author_id : await getAuthorId(trx, fields.author)
  const cover_id = cover ? await storeImage(trx, 'cover', cover) : fields.removeCover ? null : stored.cover_id
  await trx
    .updateTable('posts')
    .set({
      slug,
      title,
      title_key: toTitleKey(title),
      excerpt,
      author_id: authorId,
      published: Number(published),
      published_at: stored.published_at ?? (published ? now : null),
      updated_at: now,
      updated_by: editorId,
      version: stored.version + 1,
      cover_id,
      cover_alt: fields.coverAlt ?? stored.cover_alt,
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
    await recordImageUses(trx, stored.id, fields.content)
  }
  const names = fields.tags ?? oldTags.map((tag) => tag.name)
  await updateCounts(
    trx,
    { authorId: stored.author_id, tagIds: oldTags.map((tag) => tag.id), published: stored.published === 1 },
    -1,
  )
  const tags = await setTags(trx, { id: stored.id, published, createdAt: stored.created_at }, names)
  await updateCounts(trx, { authorId, tagIds: tags, published }, 1)
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
  const content = fields.content ?? (await getContent(trx, stored.id))
  const post = { id: stored.id, published, title, excerpt, content, tags: names }
  await indexPosts(trx, dialect, [toIndexedPost(post)])
  const after = { publicId: stored.public_id, slug, published, tags: names }
  const slugs = await listSlugs(trx, stored.id)
  await recordPostChange(trx, dialect, { before: toState(stored, oldTags), after, slugs })
}

export async function deletePost(trx: Trx, dialect: DialectName, stored: PostRow): Promise<void> {
  const tags = await getTags(trx, stored.id)
  const tagIds = tags.map((tag) => tag.id)
  const slugs = await listSlugs(trx, stored.id)
  await recordPostChange(trx, dialect, { before: toState(stored, tags), after: null, slugs })
  await updateCounts(trx, { authorId: stored.author_id, tagIds, published: stored.published === 1 }, -1)
  await releaseImages(trx, stored.id)
  await unindexPost(trx, dialect, stored.id)
  await trx.deleteFrom('posts').where('id', '=', stored.id).execute()
  await deleteUnusedTags(trx)
  await deleteUnusedImages(trx)
}

const toState = (stored: PostRow, tags: { name: string }[]) => ({
  publicId: stored.public_id,
  slug: stored.slug,
  published: stored.published === 1,
  tags: tags.map((tag) => tag.name),
})

async function setTags(
  trx: Trx,
  post: { id: number; published: boolean; createdAt: number },
  names: string[],
): Promise<number[]> {
  const ids = await getOrCreateTagIds(trx, names)
  await trx.deleteFrom('post_tags').where('post_id', '=', post.id).execute()
  const rows = ids.map((tag_id, position) => ({
    post_id: post.id,
    tag_id,
    position,
    published: Number(post.published),
    created_at: post.createdAt,
  }))
  if (rows.length > 0) await trx.insertInto('post_tags').values(rows).execute()
  return ids
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

async function getContent(trx: Trx, postId: number): Promise<string> {
  const row = trx.selectFrom('post_contents').select('content').where('post_id', '=', postId)
  return (await row.executeTakeFirstOrThrow()).content
}
