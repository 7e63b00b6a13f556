import type { Selectable } from 'kysely'
import { readingMinutes } from '#lib/blog/markup.ts'
import type { PostInput } from '#lib/blog/schema.ts'
import { indexPosts, searchWords, unindexPost } from '../db/search.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { PreparedImage } from '../media/image.ts'
import { newMediaId, noteUses, removeUnused, storeImage } from '../media/store.ts'
import { count, nextId } from './counts.ts'
import { publicId } from './id.ts'
import type { PostChange } from './input.ts'
import { wordsOf, type SearchablePost } from './reindex.ts'
import { freeSlug, keepSlug, refuseTakenSlug } from './slug.ts'
import { removeUnusedTags, tagIds } from './tags.ts'

type PostRow = Selectable<Tables['posts']>

interface PostToInsert extends PostInput {
  slug?: string | undefined
  authorId: number
  createdAt: number
  cover: PreparedImage | null
}

/** What orders titles: case and accents count for nothing. */
const titleKey = (title: string) => searchWords(title).join(' ')

/** All of these run under the lock of `lockPosts`, in the caller's transaction. */
export async function insertPost(trx: Trx, dialect: DialectName, post: PostToInsert): Promise<number> {
  const id = await nextId(trx)
  const slug = post.slug ?? (await freeSlug(trx, post.title))
  await refuseTakenSlug(trx, slug, id)
  const cover_id = await storeCover(trx, post.cover)
  await trx
    .insertInto('posts')
    .values({
      id,
      public_id: publicId(post.createdAt),
      slug,
      title: post.title,
      title_key: titleKey(post.title),
      excerpt: post.excerpt,
      author_id: post.authorId,
      published: Number(post.published),
      created_at: post.createdAt,
      published_at: post.published ? post.createdAt : null,
      updated_at: post.createdAt,
      updated_by: post.authorId,
      version: 1,
      reading_minutes: readingMinutes(post.content),
      views: 0,
      cover_id,
      cover_alt: post.coverAlt,
    })
    .execute()
  await keepSlug(trx, slug, id)
  await trx.insertInto('post_contents').values({ post_id: id, content: post.content }).execute()
  const tags = await setTags(trx, { id, published: post.published, createdAt: post.createdAt }, post.tags)
  await count(trx, { authorId: post.authorId, tagIds: tags, published: post.published }, 1)
  await noteUses(trx, id, post.content)
  await index(trx, dialect, id, post)
  return id
}

export async function changePost(
  trx: Trx,
  dialect: DialectName,
  stored: PostRow,
  change: PostChange,
  editorId: number,
): Promise<void> {
  const { fields, cover } = change
  const now = Date.now()
  const published = fields.published ?? stored.published === 1
  const before = await currentTags(trx, stored.id)
  const title = fields.title ?? stored.title
  const excerpt = fields.excerpt ?? stored.excerpt
  const slug = fields.slug ?? stored.slug
  if (slug !== stored.slug) {
    await refuseTakenSlug(trx, slug, stored.id)
    await keepSlug(trx, slug, stored.id)
  }
  const cover_id = cover ? await storeCover(trx, cover) : fields.removeCover ? null : stored.cover_id
  await trx
    .updateTable('posts')
    .set({
      slug,
      title,
      title_key: titleKey(title),
      excerpt,
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
    await noteUses(trx, stored.id, fields.content)
  }
  const names = fields.tags ?? before.map((tag) => tag.name)
  const authorId = stored.author_id
  await count(trx, { authorId, tagIds: before.map((tag) => tag.id), published: stored.published === 1 }, -1)
  const tags = await setTags(trx, { id: stored.id, published, createdAt: stored.created_at }, names)
  await count(trx, { authorId, tagIds: tags, published }, 1)
  await removeUnusedTags(trx)
  await removeUnused(trx)
  const content = fields.content ?? (await contentOf(trx, stored.id))
  await index(trx, dialect, stored.id, { published, title, excerpt, content, tags: names })
}

export async function removePost(trx: Trx, dialect: DialectName, stored: PostRow): Promise<void> {
  const tags = await currentTags(trx, stored.id)
  const tagList = tags.map((tag) => tag.id)
  await count(trx, { authorId: stored.author_id, tagIds: tagList, published: stored.published === 1 }, -1)
  await unindexPost(trx, dialect, stored.id)
  await trx.deleteFrom('posts').where('id', '=', stored.id).execute()
  await removeUnusedTags(trx)
  await removeUnused(trx)
}

async function storeCover(trx: Trx, cover: PreparedImage | null): Promise<string | null> {
  if (!cover) return null
  const id = newMediaId()
  await storeImage(trx, id, 'cover', cover)
  return id
}

async function setTags(
  trx: Trx,
  post: { id: number; published: boolean; createdAt: number },
  names: string[],
): Promise<number[]> {
  const ids = await tagIds(trx, names)
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

async function currentTags(trx: Trx, postId: number) {
  return trx
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('post_tags.post_id', '=', postId)
    .orderBy('post_tags.position')
    .execute()
}

async function contentOf(trx: Trx, postId: number): Promise<string> {
  const row = trx.selectFrom('post_contents').select('content').where('post_id', '=', postId)
  return (await row.executeTakeFirstOrThrow()).content
}

async function index(
  trx: Trx,
  dialect: DialectName,
  id: number,
  post: Omit<SearchablePost, 'id'>,
): Promise<void> {
  await indexPosts(trx, dialect, [wordsOf({ ...post, id })])
}
